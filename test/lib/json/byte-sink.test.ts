import { describe, expect, it } from "vitest";
import { ByteSink } from "../../../build/lib/json/byte-sink.ts";

describe("ByteSink", () => {
  it("gives each document back as it was, however many share a block", () => {
    const sink = new ByteSink();
    const texts = Array.from({ length: 300 }, (_, at) => `${at}: ${"ä€😀x".repeat(at * 7)}`);
    const documents = texts.map((text, at) => {
      sink.addText(text);
      sink.addBytes(Uint8Array.of(at % 256, 10));
      return sink.take();
    });
    documents.forEach((document, at) => {
      expect(document.subarray(0, -2).toString()).toBe(texts[at]);
      expect([...document.subarray(-2)]).toEqual([at % 256, 10]);
    });
  });

  it("takes a document of more than a block, between small ones", () => {
    const sink = new ByteSink();
    const large = "€".repeat(3_000_000);
    const take = (text: string) => {
      sink.addText(text);
      return sink.take();
    };
    const documents = [take("a"), take(large), take("b")];
    expect(documents.map((document) => document.toString())).toEqual(["a", large, "b"]);
    expect(sink.take()).toHaveLength(0);
  });

  it("takes a document of many pieces that fill several blocks, and the next one is not in it", () => {
    const sink = new ByteSink();
    const pieces = Array.from({ length: 4_000 }, (_, at) => `${at}€${"x".repeat(at % 1_999)}`);
    sink.addText("before");
    expect(sink.take().toString()).toBe("before");
    for (const piece of pieces) {
      sink.addText(piece);
      sink.addBytes(Uint8Array.of(10));
    }
    const document = sink.take();
    sink.addText("after");
    expect(document.length).toBeGreaterThan(3_000_000);
    expect(document.toString()).toBe(pieces.map((piece) => `${piece}\n`).join(""));
    expect(sink.take().toString()).toBe("after");
  });
});
