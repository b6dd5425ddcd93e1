//===- UarchCalibrate.cpp - rafter-opt uarch calibrate --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints measurements of the host beside the values of a CPU file.
//
//===----------------------------------------------------------------------===//

#include "UarchCalibrate.h"
#include "rafter/Uarch/ParameterSchema.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace rafter;

namespace {

StringRef unitOf(const Measurement &M) { return findParameter(M.Key)->Unit; }

const ParameterEntry *entryOf(const ProcessorFile *File, StringRef Key) {
  if (!File)
    return nullptr;
  auto It = find_if(File->Entries,
                    [&](const ParameterEntry &E) { return E.Key == Key; });
  return It == File->Entries.end() ? nullptr : &*It;
}

StringRef orDash(StringRef Text) { return Text.empty() ? "-" : Text; }

void printText(ArrayRef<Measurement> Measured, const ProcessorFile *File,
               raw_ostream &Out) {
  if (File)
    Out << "file  " << File->CPU.Name << "  " << File->CPU.Description
        << "\n\n";
  auto Row = [&](StringRef Key, StringRef Value, StringRef InFile,
                 StringRef Unit, StringRef Method) {
    Out << left_justify(Key, 28) << left_justify(Value, 16)
        << left_justify(InFile, 16) << left_justify(Unit, 16) << Method << '\n';
  };
  Row("key", "measured", "file", "unit", "how");
  for (const Measurement &M : Measured) {
    const ParameterEntry *Entry = entryOf(File, M.Key);
    Row(M.Key, M.Value, Entry ? StringRef(Entry->Value) : "-",
        orDash(unitOf(M)), M.Method);
  }
}

/// A number as a number, a word as text.
json::Value jsonValue(StringRef Key, StringRef Text) {
  double Number = 0;
  if (findParameter(Key)->isWord() || Text.getAsDouble(Number))
    return Text;
  return Number;
}

void printJSON(ArrayRef<Measurement> Measured, const ProcessorFile *File,
               raw_ostream &Out) {
  json::OStream J(Out, /*IndentSize=*/2);
  J.object([&] {
    if (File)
      J.attribute("file", File->CPU.Name);
    J.attributeArray("measured", [&] {
      for (const Measurement &M : Measured)
        J.object([&] {
          J.attribute("key", M.Key);
          J.attribute("value", jsonValue(M.Key, M.Value));
          if (const ParameterEntry *Entry = entryOf(File, M.Key))
            J.attribute("file_value", jsonValue(M.Key, Entry->Value));
          J.attribute("unit", unitOf(M));
          J.attribute("method", M.Method);
        });
    });
  });
  Out << '\n';
}

void printYAML(ArrayRef<Measurement> Measured, raw_ostream &Out) {
  Out << "sources:\n"
         "  measured: \"rafter-opt uarch calibrate: loops of dependent and "
         "independent instructions, in cycles of a chain of multiplications; "
         "say on which machine, and when\"\n"
         "\nparameters:\n";
  for (const Measurement &M : Measured) {
    Out << "  " << M.Key << ": {value: " << M.Value;
    if (StringRef Unit = unitOf(M); !Unit.empty())
      Out << ", unit: " << Unit;
    Out << ", source: measured, note: \"" << M.Method << "\"}\n";
  }
}

} // namespace

void rafter::printMeasurements(ArrayRef<Measurement> Measured,
                               const ProcessorFile *File,
                               CalibrateFormat Format, raw_ostream &Out) {
  switch (Format) {
  case CalibrateFormat::Text:
    return printText(Measured, File, Out);
  case CalibrateFormat::JSON:
    return printJSON(Measured, File, Out);
  case CalibrateFormat::YAML:
    return printYAML(Measured, Out);
  }
}
