import { disarmFormula } from "./disarm-formula.js";

/** CSV after RFC 4180 of rows of texts, numbers and unknown values, which are empty. */
export function renderCsv(rows) {
  return rows.map((row) => `${row.map(renderCell).join(",")}\r\n`).join("");
}

function renderCell(value) {
  if (value === null || value === undefined) return "";
  // 12 significant digits, like the API: more are noise of a conversion.
  if (typeof value === "number") return String(Number(value.toPrecision(12)));
  const text = disarmFormula(String(value));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Offers a text to the reader as a file. */
export function downloadText(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
