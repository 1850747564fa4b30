/* JavaScript, because threads of Node 20 load only that. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { encodePng } from "./encode-png.js";

/** @typedef {import("canvaskit-wasm").CanvasKit} CanvasKit */
/** @typedef {import("canvaskit-wasm").Typeface} Typeface */
/** @typedef {import("./open-painter.ts").PictureTexts} PictureTexts */

/** What networks ask for. */
export const WIDTH = 1200;
export const HEIGHT = 630;
const MARGIN = 80;
const PIXEL_BYTES = 4;
const BACKGROUND = "#0d1420";
const ACCENT = "#2f7df0";
const MUTED = "#b8c4d2";
const DOT = "#5ee0a8";

const require = createRequire(import.meta.url);

/**
 * Loads the drawing library, which takes a moment, and its fonts, which come from a package: the
 * same texts give the same bytes on every machine.
 *
 * @returns {Promise<(texts: PictureTexts) => Buffer>}
 */
export async function createPainter() {
  /** @type {() => Promise<CanvasKit>} */
  const init = require("canvaskit-wasm");
  const kit = await init();
  const [bold, regular] = await Promise.all([loadFont(kit, 700), loadFont(kit, 400)]);
  return (texts) => paint(kit, { bold, regular }, texts);
}

/**
 * @param {CanvasKit} kit
 * @param {number} weight
 */
async function loadFont(kit, weight) {
  const bytes = await readFile(require.resolve(`@fontsource/inter/files/inter-latin-${weight}-normal.woff2`));
  const face = kit.Typeface.MakeTypefaceFromData(new Uint8Array(bytes).buffer);
  if (face === null) throw new Error(`The font of weight ${weight} cannot be read`);
  return face;
}

/**
 * @param {CanvasKit} kit
 * @param {{ bold: Typeface, regular: Typeface }} faces
 * @param {PictureTexts} texts
 */
function paint(kit, faces, texts) {
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
  /** @type {(text: string, face: Typeface, size: number, y: number, colour: string) => void} */
  const write = (text, face, size, y, colour) => {
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

/**
 * The font in this size, or smaller if the text would leave the picture.
 *
 * @param {CanvasKit} kit
 * @param {Typeface} face
 * @param {string} text
 * @param {number} size
 * @param {import("canvaskit-wasm").Paint} brush
 */
function sizeFont(kit, face, text, size, brush) {
  const font = new kit.Font(face, size);
  font.setSubpixel(true);
  const width = font.getGlyphWidths(font.getGlyphIDs(text), brush).reduce((sum, one) => sum + one, 0);
  const room = WIDTH - 2 * MARGIN;
  if (width > room) font.setSize((size * room) / width);
  return font;
}
