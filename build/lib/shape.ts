/** Checks data from earlier builds. Unknown fields are allowed. */
export type Shape<Value> = (value: unknown) => value is Value;

/** The type that a shape declares. */
export type ShapeOf<Declared> = Declared extends Shape<infer Value> ? Value : never;

/** The last time that a date can have, in unix milliseconds. */
export const LAST_TIME_MS = 8.64e15;

export const isText: Shape<string> = (value): value is string => typeof value === "string";
/** JSON has no other numbers. */
export const isNumber: Shape<number> = (value): value is number => typeof value === "number" && Number.isFinite(value);
/** A whole number from 1 on. */
export const isPositiveInteger: Shape<number> = (value): value is number =>
  Number.isSafeInteger(value) && Number(value) > 0;
export const isFlag: Shape<boolean> = (value): value is boolean => typeof value === "boolean";
/** Unix milliseconds that a date can have. */
export const isTimeMs: Shape<number> = (value): value is number => isNumber(value) && Math.abs(value) <= LAST_TIME_MS;
/** `2026-11-20`. */
export const isDay: Shape<string> = (value): value is string =>
  isText(value) && /^\d{4}-\d\d-\d\d$/.test(value) && Number.isFinite(Date.parse(value));

/** An object with fields, no list. */
export const isObject: Shape<Record<string, unknown>> = (value): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whole numbers, each larger than the one before. A loop, because series have millions. */
export const isAscending: Shape<number[]> = (value): value is number[] => {
  if (!Array.isArray(value)) return false;
  let last = Number.NEGATIVE_INFINITY;
  for (const number of value) {
    if (!Number.isSafeInteger(number) || number <= last) return false;
    last = number;
  }
  return true;
};

/** One of these values. */
export function isOneOf<const Value extends string | number | boolean | null>(...allowed: Value[]): Shape<Value> {
  return (value): value is Value => allowed.some((one) => one === value);
}

/** The shape or `null`. */
export function orNull<Value>(shape: Shape<Value>): Shape<Value | null> {
  return (value): value is Value | null => value === null || shape(value);
}

/** The shape, or an absent field. */
export function optional<Value>(shape: Shape<Value>): Shape<Value | undefined> {
  return (value): value is Value | undefined => value === undefined || shape(value);
}

/** A list whose items all have the shape. */
export function listOf<Value>(shape: Shape<Value>): Shape<Value[]> {
  return (value): value is Value[] => Array.isArray(value) && value.every(shape);
}

/** An object whose values all have the shape, under any names. */
export function mapOf<Value>(shape: Shape<Value>): Shape<Record<string, Value>> {
  return (value): value is Record<string, Value> => isObject(value) && Object.values(value).every(shape);
}

type Fields = Readonly<Record<string, Shape<unknown>>>;
type OptionalName<Declared extends Fields> = {
  [Name in keyof Declared]: undefined extends ShapeOf<Declared[Name]> ? Name : never;
}[keyof Declared];
type ObjectOf<Declared extends Fields> = {
  [Name in Exclude<keyof Declared, OptionalName<Declared>>]: ShapeOf<Declared[Name]>;
} & { [Name in OptionalName<Declared>]?: Exclude<ShapeOf<Declared[Name]>, undefined> };

/** An object with every one of these fields: of a declared type, or the declaration of one. */
export function objectOf<Declared extends Fields>(fields: Declared): Shape<ObjectOf<Declared>>;
export function objectOf<Value extends object>(fields: { [Name in keyof Value]-?: Shape<Value[Name]> }): Shape<Value>;
export function objectOf(fields: Fields): Shape<object> {
  const shapes = Object.entries(fields);
  return (value): value is object => isObject(value) && shapes.every(([name, shape]) => shape(value[name]));
}
