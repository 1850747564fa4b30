/* Draws one picture for each message, in their order. */
import { parentPort } from "node:worker_threads";
import { createPainter } from "./create-painter.js";

const painter = createPainter();

parentPort?.on(
  "message",
  /** @param {import("./open-painter.ts").PictureTexts} texts */
  async (texts) => {
    const draw = await painter;
    // A copy: the message carries the memory of a small Buffer, which others share, as a whole.
    const png = new Uint8Array(draw(texts));
    parentPort?.postMessage(png, [png.buffer]);
  },
);
