import { expect, it } from "vitest";
import { nameMarkup } from "../../build/lib/markup.ts";

it.each([
  ["<!DOCTYPE html><title>x</title>", "a page of HTML"],
  ['\n <!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">', "a page of HTML"],
  ['<!-- proxy --><html lang="en">', "a page of HTML"],
  ['<?xml version="1.0"?><Error/>', "XML"],
  ["<h1>Forbidden</h1>", "markup"],
  ['{"error":"<html>"}', undefined],
  ["too many requests", undefined],
  ["", undefined],
])("a text %j is %s", (text, name) => expect(nameMarkup(text)).toBe(name));
