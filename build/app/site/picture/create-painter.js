import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { CanvasKit, Font, Paint, Typeface } from "canvaskit-wasm";
import { encodePng } from "./encode-png.ts";

/** What networks ask for. */
export const WIDTH = 1200;
export const HEIGHT = 630;
const MARGIN = 80;
const PIXEL_BYTES = 4;
const BACKGROUND = "#0d1420";
const ACCENT = "#2f7df0";
const MUTED = "#b8c4d2";
const DOT = "#5ee0a8";

/** The texts of a picture: no numbers, so that it stays the same from build to build. */
export interface PictureTexts {
  title: string;
  subtitle: string;
  site: string;
}

export type Painter = (texts: PictureTexts) => Buffer;

const require = createRequire(import.meta.url);

/** The characters of the bundled font. Others would be empty boxes. */
export function isDrawable(text: string): boolean {
  return /^[\u0020-\u007e\u00a1-\u00ff]+$/.test(text);
}

/**
 * Loads the drawing library, which takes a moment, and its fonts, which come from a package: the
 * same texts give the same bytes on every machine.
 */
export async function createPainter(): Promise<Painter> {
  const init = require("canvaskit-wasm") as () => Promise<CanvasKit>;
  const kit = await init();
  const [bold, regular] = await Promise.all([loadFont(kit, 700), loadFont(kit, 400)]);
  return (texts) => paint(kit, { bold, regular }, texts);
}

async function loadFont(kit: CanvasKit, weight: number): Promise<Typeface> {
  const bytes = await readFile(require.resolve(`@fontsource/inter/files/inter-latin-${weight}-normal.woff2`));
  const face = kit.Typeface.MakeTypefaceFromData(new Uint8Array(bytes).buffer);
  if (face === null) throw new Error(`The font of weight ${weight} cannot be read`);
  return face;
}

function paint(kit: CanvasKit, faces: { bold: Typeface; regular: Typeface }, texts: PictureTexts): Buffer {
  const pixels = kit.Malloc(Uint8Array, WIDTH * HEIGHT * PIXEL_BYTES);
  // It draws into our memory: reading the pixels of another surface takes longer than drawing them.
  const surface = kit.MakeRasterDirectSurface(
    {
      width: WIDTH,
      height: HEIGHT,
      colorType: kit.ColorType.RGBA_8888,
      alphaType: kit.AlphaType.Premul,
      colorSpace: kit.ColorSpace.SRGB,
    },
    pixels,
    WIDTH * PIXEL_BYTES,
  );
  if (surface === null) throw new Error("There is no memory for a picture");
  const canvas = surface.getCanvas();
  const brush = new kit.Paint();
  const write = (text: string, face: Typeface, size: number, y: number, colour: string) => {
    const font = sizeFont(kit, face, text, size, brush);
    brush.setColor(kit.parseColorString(colour));
    canvas.drawText(text, MARGIN, y, brush, font);
    font.delete();
  };
  brush.setAntiAlias(true);
  canvas.clear(kit.parseColorString(BACKGROUND));
  write(texts.title, faces.bold, 112, 200, "#ffffff");
  write(texts.subtitle, faces.regular, 46, 278, MUTED);
  write(texts.site, faces.bold, 38, 570, "#ffffff");
  brush.setStyle(kit.PaintStyle.Stroke);
  brush.setStrokeWidth(9);
  brush.setStrokeCap(kit.StrokeCap.Round);
  brush.setStrokeJoin(kit.StrokeJoin.Round);
  brush.setColor(kit.parseColorString(ACCENT));
  const line = kit.Path.MakeFromSVGString("M80 472 260 412l150 36 170-92 150 44 170-76 190-34");
  if (line !== null) canvas.drawPath(line, brush);
  brush.setStyle(kit.PaintStyle.Fill);
  brush.setColor(kit.parseColorString(DOT));
  canvas.drawCircle(WIDTH - MARGIN, 290, 16, brush);
  surface.flush();
  const { buffer, byteOffset, byteLength } = pixels.toTypedArray();
  const png = encodePng(WIDTH, HEIGHT, new Uint8Array(buffer, byteOffset, byteLength));
  for (const thing of [line, brush, surface]) thing?.delete();
  kit.Free(pixels);
  return png;
}

/** The font in this size, or smaller if the text would leave the picture. */
function sizeFont(kit: CanvasKit, face: Typeface, text: string, size: number, brush: Paint): Font {
  const font = new kit.Font(face, size);
  font.setSubpixel(true);
  const width = font.getGlyphWidths(font.getGlyphIDs(text), brush).reduce((sum, one) => sum + one, 0);
  const room = WIDTH - 2 * MARGIN;
  if (width > room) font.setSize((size * room) / width);
  return font;
}
