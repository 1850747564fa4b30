// Every npm script runs this first. Its syntax is that of old versions of Node: those fail in the
// other files with a syntax error, before any line of the program could say which version it needs.
var fs = require("fs");
var os = require("os");
var path = require("path");

var required = require("../package.json").engines.node;

function parseVersion(text) {
  return /(\d+)\.(\d+)/.exec(text).slice(1).map(Number);
}

function isOld() {
  var own = parseVersion(process.versions.node);
  var least = parseVersion(required);
  return own[0] < least[0] || (own[0] === least[0] && own[1] < least[1]);
}

/** A program of this project writes at least as many bytes there. */
var ROOM = 1024 * 1024;

/**
 * tsx creates a folder there before it runs the program, and ends or hangs where it cannot. Tests
 * would fail one by one where it is full.
 */
function findTempFailure() {
  var folder = os.tmpdir();
  var own;
  try {
    own = fs.mkdtempSync(path.join(folder, "open-crypto-data-"));
    fs.writeFileSync(path.join(own, "room"), new Array(ROOM + 1).join(" "));
  } catch (error) {
    return "The folder for temporary files, " + folder + ", cannot be written (" + error.message + ").";
  } finally {
    if (own) fs.rmSync(own, { recursive: true, force: true });
  }
}

/** Beside this package, or within it. */
function isInstalled(name) {
  try {
    return require.resolve(name + "/package.json") !== "";
  } catch (_error) {
    return false;
  }
}

function findProblem() {
  if (isOld())
    return (
      "This needs Node " +
      required.replace(/[^\d.]/g, "") +
      " or later, and this is Node " +
      process.versions.node +
      ". Install a newer one from https://nodejs.org, then run npm ci again."
    );
  if (!isInstalled("tsx")) return "The packages of this project are not installed. Run npm ci first.";
  var failure = findTempFailure();
  if (failure) return failure + " Set TMPDIR to another folder: mkdir -p ~/tmp && export TMPDIR=~/tmp";
}

var problem = findProblem();
if (problem) {
  console.error(problem);
  process.exitCode = 1;
}
