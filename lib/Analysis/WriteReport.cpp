//===- WriteReport.cpp - Reports to files -----------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Analysis/WriteReport.h"
#include "rafter/Analysis/Answer.h"
#include "rafter/Support/Files.h"
#include "llvm/ADT/StringSwitch.h"

using namespace rafter;
using llvm::StringRef;

llvm::Expected<Format> rafter::parseFormat(StringRef Name) {
  auto F = llvm::StringSwitch<std::optional<Format>>(Name)
               .Case("text", Format::Text)
               .Case("json", Format::JSON)
               .Case("html", Format::HTML)
               .Case("svg", Format::SVG)
               .Default(std::nullopt);
  if (F)
    return *F;
  return llvm::createStringError("unknown format '" + Name +
                                 "': expected text, json, html or svg");
}

void rafter::printReport(const Report &R, Format F, llvm::raw_ostream &OS) {
  switch (F) {
  case Format::Answer:
    return printAnswer(R, OS);
  case Format::Annotated:
    return printAnnotated(R, OS);
  case Format::Text:
    return printText(R, OS);
  case Format::JSON:
    return printJSON(R, OS);
  case Format::HTML:
    return printHTML(R, OS);
  case Format::SVG:
    return printSVG(R, OS);
  }
}

llvm::Error rafter::writeReport(const Report &R, Format F, StringRef Path) {
  if (!Path.empty() && Path != "-")
    return writeFileWhole(
        Path, [&](llvm::raw_ostream &OS) { printReport(R, F, OS); });
  printReport(R, F, llvm::outs());
  return flushed(llvm::outs(), "standard output");
}
