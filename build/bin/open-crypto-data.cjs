#!/usr/bin/env node
// The command of the installed package. Like check-machine.cjs, it uses the syntax of old versions
// of Node, which cannot read the next file.
require("../check-machine.cjs");

if (!process.exitCode) require("./run-program.cjs");
