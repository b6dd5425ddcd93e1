//===- BuildSARIF.cpp - A build for code scanning services ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SARIF 2.1.0 (OASIS, "Static Analysis Results Interchange Format", 2020).
//
//===----------------------------------------------------------------------===//

#include "BuildSections.h"
#include "rafter/Report/JSONWriter.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <algorithm>

using namespace rafter;
using llvm::StringRef;

/// Paths as references: with slashes, and what a reference may not have
/// escaped (RFC 3986, section 2.3).
static std::string referenceTo(StringRef Path) {
  std::string Text;
  for (unsigned char C : llvm::sys::path::convert_to_slash(Path)) {
    if (llvm::isAlnum(C) || StringRef("-._~/").contains(C))
      Text += char(C);
    else
      Text += "%" + llvm::toHex(StringRef(reinterpret_cast<char *>(&C), 1));
  }
  return llvm::sys::path::is_absolute(Path) ? "file://" + Text : Text;
}

static void printMessage(JSONWriter &W, StringRef Key, StringRef Text) {
  W.object(Key, [&] { W.text("text", Text); });
}

static void printPlace(JSONWriter &W, const LoopRecord &L) {
  W.array("locations", [&] {
    W.object([&] {
      if (L.Place.isValid())
        W.object("physicalLocation", [&] {
          W.object("artifactLocation",
                   [&] { W.text("uri", referenceTo(L.Place.File)); });
          W.object("region", [&] {
            W.count("startLine", L.Place.Line);
            if (L.Place.Column != 0)
              W.count("startColumn", L.Place.Column);
          });
        });
      W.array("logicalLocations", [&] {
        W.object([&] {
          W.text("fullyQualifiedName", functionOf(L));
          W.text("decoratedName", L.Symbol);
          W.text("kind", "function");
        });
      });
    });
  });
}

static void printResult(JSONWriter &W, const MergedRecord &M, double Most) {
  const LoopRecord &L = M.Heaviest;
  W.text("ruleId", L.Name);
  W.text("level", "note");
  printMessage(W, "message", L.Text);
  // What saves most has rank 100.
  if (L.Weight && Most > 0)
    W.number("rank", 100 * L.saved() / Most);
  printPlace(W, L);
  W.object("partialFingerprints", [&] {
    W.text("loop/v1", L.Symbol + ":" + llvm::utostr(L.Place.Line) + ":" +
                          llvm::utostr(L.Place.Column));
  });
  W.object("properties", [&] {
    W.number("cycles", L.Cycles);
    W.number("gain", L.gain());
    W.number("saved", L.saved());
    W.textOrNull("limit", L.Limit);
    W.textOrNull("cpu", L.CPU);
  });
}

void rafter::printBuildSARIF(const BuildReport &R, StringRef Version,
                             llvm::raw_ostream &OS) {
  double Most = 0;
  std::vector<std::string> Rules;
  for (const MergedRecord &M : R.Loops) {
    Most = std::max(Most, M.Heaviest.saved());
    if (!llvm::is_contained(Rules, M.Heaviest.Name))
      Rules.push_back(M.Heaviest.Name);
  }
  llvm::sort(Rules);
  printJSONObject(OS, [&](JSONWriter &W) {
    W.text("$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/"
                      "os/schemas/sarif-schema-2.1.0.json");
    W.text("version", "2.1.0");
    W.array("runs", [&] {
      W.object([&] {
        W.object("tool", [&] {
          W.object("driver", [&] {
            W.text("name", "Rafter");
            W.text("version", Version);
            W.array("rules", [&] {
              for (const std::string &Name : Rules)
                W.object([&] {
                  W.text("id", Name);
                  printMessage(W, "shortDescription",
                               Name == "LoopBound"
                                   ? "What binds a loop, and what to do"
                                   : "What Rafter says of a loop");
                });
            });
          });
        });
        W.text("columnKind", "utf16CodeUnits");
        W.array("results", [&] {
          for (const MergedRecord &M : R.Loops)
            W.object([&] { printResult(W, M, Most); });
        });
      });
    });
  });
}
