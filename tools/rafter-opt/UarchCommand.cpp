//===- UarchCommand.cpp - rafter-opt uarch --------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lists the CPU files that the tool finds, and shows one of them: every
// parameter with its unit and where the number comes from.
//
//===----------------------------------------------------------------------===//

#include "CommandFiles.h"
#include "Subcommands.h"
#include "UarchCalibrate.h"
#include "rafter/Passes/AnalyzeCode.h"
#include "rafter/Report/NumberFormat.h"
#include "rafter/Uarch/ParameterSchema.h"
#include "rafter/Uarch/ProcessorFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <cmath>

using namespace llvm;
using namespace rafter;

namespace {

/// "512M": the least that lies beyond L2 is 4 MiB.
Error takeMemory(const Arguments &A, CalibrationOptions &Options) {
  constexpr uint64_t Least = uint64_t(4) << 20, Most = uint64_t(64) << 30;
  StringRef Text = A.text("memory");
  Expected<double> Bytes = findParameter("capacity.L3")->parse(Text);
  if (!Bytes)
    return A.error("memory", Bytes.takeError());
  if (!(*Bytes >= Least && *Bytes <= Most))
    return A.error("memory", "'" + Text + "' is outside 4M to 64G bytes");
  // Whole pages of 2 MiB.
  Options.MemoryBytes = static_cast<uint64_t>(*Bytes) >> 21 << 21;
  return Error::success();
}

using Row = SmallVector<std::string, 6>;

/// Rows as columns with two spaces between them and none at the end.
void printTable(ArrayRef<Row> Rows, raw_ostream &Out) {
  SmallVector<size_t, 6> Widths;
  for (const Row &R : Rows)
    for (auto [Column, Cell] : enumerate(R)) {
      if (Column == Widths.size())
        Widths.push_back(0);
      Widths[Column] = std::max(Widths[Column], Cell.size());
    }
  for (const Row &R : Rows) {
    std::string Line;
    for (auto [Column, Cell] : enumerate(R)) {
      Line += Cell;
      Line.append(Widths[Column] - Cell.size() + 2, ' ');
    }
    Out << StringRef(Line).rtrim(' ') << '\n';
  }
}

std::string orDash(StringRef Text) { return Text.empty() ? "-" : Text.str(); }

json::Object headOf(const ProcessorFile &File) {
  return json::Object{{"name", File.CPU.Name},
                      {"description", File.CPU.Description},
                      {"llvm_cpu", File.CPU.LLVMName},
                      {"architecture", File.CPU.Architecture},
                      {"aliases", json::Array(File.Aliases)},
                      {"hash", File.CPU.FileHash}};
}

/// A number as a number; words and infinity, which JSON lacks, as text.
json::Value jsonValue(StringRef Key, StringRef Value) {
  const ParameterSchema *S = findParameter(Key);
  if (!S || S->isWord())
    return Value;
  Expected<double> Number = S->parse(Value);
  if (!Number) {
    consumeError(Number.takeError());
    return Value;
  }
  if (!std::isfinite(*Number))
    return "inf";
  if (*Number == std::floor(*Number))
    return static_cast<int64_t>(*Number);
  return *Number;
}

void printJSON(json::Object Object, raw_ostream &Out) {
  json::OStream J(Out, /*IndentSize=*/2);
  J.value(json::Value(std::move(Object)));
  Out << '\n';
}

void printList(ArrayRef<ProcessorFile> Files, bool AsJSON, raw_ostream &Out) {
  if (AsJSON) {
    json::Array Array;
    for (const ProcessorFile &File : Files)
      Array.push_back(headOf(File));
    printJSON(json::Object{{"cpus", std::move(Array)}}, Out);
    return;
  }
  SmallVector<Row> Rows = {{"name", "llvm-cpu", "hash", "description"}};
  for (const ProcessorFile &File : Files)
    Rows.push_back({File.CPU.Name, orDash(File.CPU.LLVMName), File.CPU.FileHash,
                    File.CPU.Description});
  printTable(Rows, Out);
}

/// The note, and what LLVM has instead.
std::string noteOf(const ParameterEntry &E) {
  if (E.LLVMValue.empty())
    return E.Note;
  return E.Note + (E.Note.empty() ? "" : "; ") + "LLVM has " + E.LLVMValue;
}

StringRef sourceText(const ProcessorFile &File, StringRef Name) {
  for (const auto &[Known, Text] : File.Sources)
    if (Known == Name)
      return Text;
  return Name;
}

std::string orUnchanged(int Number) {
  return Number < 0 ? "-" : std::to_string(Number);
}

/// "p1|p5 + 4 p0": one use of either, then four cycles of one.
std::string portsText(const InstructionCorrection &C) {
  if (!C.HasPorts)
    return "-";
  if (C.Ports.empty())
    return "none";
  SmallVector<std::string> Uses;
  for (const InstructionCorrection::Use &Use : C.Ports)
    Uses.push_back((Use.Cycles == 1 ? "" : std::to_string(Use.Cycles) + " ") +
                   join(Use.Units, "|"));
  return join(Uses, " + ");
}

/// Entries of the queues, of all units or so many of them.
std::string queueText(const UnitGroup &Group) {
  if (Group.Queue <= 0)
    return "-";
  return (Group.Queues > 0 ? std::to_string(Group.Queues) + " of " : "") +
         formatNumber(Group.Queue);
}

void printUnitsAsText(const ProcessorFile &File, raw_ostream &Out) {
  SmallVector<Row> Rows = {
      {"units", "in place of", "example", "queue", "source", "note"}};
  for (const UnitGroup &Group : File.CPU.Core.Units)
    Rows.push_back({join(Group.Units, "|"), orDash(join(Group.Replaced, "|")),
                    orDash(Group.Example), queueText(Group),
                    "[" + Group.Source + "]", Group.Note});
  if (Rows.size() == 1)
    return;
  Out << '\n';
  printTable(Rows, Out);
}

json::Array unitsAsJSON(const ProcessorFile &File) {
  json::Array All;
  for (const UnitGroup &Group : File.CPU.Core.Units) {
    json::Object One{{"units", json::Array(Group.Units)},
                     {"source", sourceText(File, Group.Source)}};
    if (!Group.Replaced.empty())
      One["in_place_of"] = json::Array(Group.Replaced);
    if (!Group.Example.empty())
      One["example"] = Group.Example;
    if (Group.Queue > 0)
      One["queue"] = Group.Queue;
    if (Group.Queues > 0)
      One["queues"] = Group.Queues;
    if (!Group.Note.empty())
      One["note"] = Group.Note;
    All.push_back(std::move(One));
  }
  return All;
}

void printCorrectionsAsText(const ProcessorFile &File, raw_ostream &Out) {
  SmallVector<Row> Rows = {{"instructions", "latency", "load latency", "slots",
                            "after folded", "accumulator", "ports", "source",
                            "note"}};
  for (const InstructionCorrection &C : File.CPU.Core.Corrections)
    Rows.push_back({C.Opcodes, orUnchanged(C.Latency),
                    orUnchanged(C.LoadLatency), orUnchanged(C.Slots),
                    orUnchanged(C.AfterFolded), orUnchanged(C.Accumulator),
                    portsText(C), "[" + C.Source + "]", C.Note});
  if (Rows.size() == 1)
    return;
  Out << '\n';
  printTable(Rows, Out);
}

json::Array correctionsAsJSON(const ProcessorFile &File) {
  json::Array All;
  for (const InstructionCorrection &C : File.CPU.Core.Corrections) {
    json::Object One{{"opcodes", C.Opcodes},
                     {"source", sourceText(File, C.Source)}};
    if (C.Latency >= 0)
      One["latency"] = C.Latency;
    if (C.LoadLatency >= 0)
      One["load_latency"] = C.LoadLatency;
    if (C.Slots >= 0)
      One["slots"] = C.Slots;
    if (C.AfterFolded >= 0)
      One["after_folded"] = C.AfterFolded;
    if (C.Accumulator >= 0)
      One["accumulator"] = C.Accumulator;
    if (C.HasPorts) {
      json::Array Ports;
      for (const InstructionCorrection::Use &Use : C.Ports)
        Ports.push_back(json::Object{{"units", json::Array(Use.Units)},
                                     {"cycles", Use.Cycles}});
      One["ports"] = std::move(Ports);
    }
    if (!C.Note.empty())
      One["note"] = C.Note;
    All.push_back(std::move(One));
  }
  return All;
}

void printFileAsText(const ProcessorFile &File, raw_ostream &Out) {
  printTable({{"name", File.CPU.Name},
              {"description", File.CPU.Description},
              {"llvm-cpu", orDash(File.CPU.LLVMName)},
              {"architecture", orDash(File.CPU.Architecture)},
              {"aliases", orDash(join(File.Aliases, ", "))},
              {"hash", File.CPU.FileHash}},
             Out);
  SmallVector<Row> Rows = {{"key", "value", "unit", "source", "note"}};
  SmallVector<Row> Sources;
  for (const ParameterEntry &E : File.Entries) {
    std::string Reference = "[" + E.Reference + "]";
    Rows.push_back({E.Key, E.Value, orDash(E.Unit), Reference, noteOf(E)});
    if (none_of(Sources, [&](const Row &R) { return R[0] == Reference; }))
      Sources.push_back({Reference, E.Source});
  }
  auto AddSource = [&](StringRef Source) {
    std::string Reference = "[" + Source.str() + "]";
    if (none_of(Sources, [&](const Row &R) { return R[0] == Reference; }))
      Sources.push_back({Reference, sourceText(File, Source).str()});
  };
  for (const UnitGroup &Group : File.CPU.Core.Units)
    AddSource(Group.Source);
  for (const InstructionCorrection &C : File.CPU.Core.Corrections)
    AddSource(C.Source);
  Out << '\n';
  printTable(Rows, Out);
  printUnitsAsText(File, Out);
  printCorrectionsAsText(File, Out);
  Out << '\n';
  printTable(Sources, Out);
}

void printFileAsJSON(const ProcessorFile &File, raw_ostream &Out) {
  json::Array Parameters;
  for (const ParameterEntry &E : File.Entries) {
    json::Object Parameter{{"key", E.Key},
                           {"value", jsonValue(E.Key, E.Value)},
                           {"unit", E.Unit},
                           {"source", E.Source}};
    if (!E.Note.empty())
      Parameter["note"] = E.Note;
    if (!E.LLVMValue.empty())
      Parameter["llvm"] = jsonValue(E.Key, E.LLVMValue);
    Parameters.push_back(std::move(Parameter));
  }
  json::Object Object = headOf(File);
  Object["parameters"] = std::move(Parameters);
  Object["units"] = unitsAsJSON(File);
  Object["instructions"] = correctionsAsJSON(File);
  printJSON(std::move(Object), Out);
}

Expected<ProcessorFile> findFile(StringRef CPU) {
  if (CPU.contains('/') || CPU.ends_with(".yaml") || CPU.ends_with(".yml"))
    return readProcessorFile(CPU);
  return ProcessorLibrary(ProcessorLibrary::defaultDirectories()).find(CPU);
}

} // namespace

Error rafter::listUarch(const Arguments &A, raw_ostream &Out, raw_ostream &) {
  if (std::vector<std::string> Words = filesOf(A); !Words.empty())
    return usageError("list takes no argument '" + Words[0] + "'");
  ProcessorLibrary Library(ProcessorLibrary::defaultDirectories());
  std::vector<ProcessorFile> Files;
  for (const std::string &Name : Library.names()) {
    Expected<ProcessorFile> File = Library.find(Name);
    if (!File)
      return File.takeError();
    Files.push_back(std::move(*File));
  }
  return printTo(A.text("output"), Out, [&](raw_ostream &OS) {
    printList(Files, A.is("format", "json"), OS);
  });
}

Error rafter::showUarch(const Arguments &A, raw_ostream &Out, raw_ostream &) {
  std::vector<std::string> CPUs = filesOf(A);
  if (CPUs.size() != 1)
    return usageError("show takes one CPU or file");
  Expected<ProcessorFile> File = findFile(CPUs[0]);
  if (!File)
    return File.takeError();
  if (Error E = applyOverrides(*File, join(A.list("set"), ",")))
    return E;
  if (Error E = checkMachineModel(File->CPU))
    return E;
  return printTo(A.text("output"), Out, [&](raw_ostream &OS) {
    if (A.is("format", "json"))
      printFileAsJSON(*File, OS);
    else
      printFileAsText(*File, OS);
  });
}

Error rafter::calibrateUarch(const Arguments &A, raw_ostream &Out,
                             raw_ostream &) {
  std::vector<std::string> CPUs = filesOf(A);
  if (CPUs.size() > 1)
    return usageError("calibrate takes one CPU or file");
  CalibrationOptions Options;
  Options.Repetitions = A.count("repetitions");
  if (Error E = takeMemory(A, Options))
    return E;
  Expected<ProcessorFile> File = findFile(CPUs.empty() ? "host" : CPUs[0]);
  if (!File) {
    if (!CPUs.empty())
      return File.takeError();
    // A host without a file is what one measures.
    consumeError(File.takeError());
  }
  Expected<std::vector<Measurement>> Measured = calibrateHost(Options);
  if (!Measured)
    return Measured.takeError();
  CalibrateFormat Format = A.is("format", "json")   ? CalibrateFormat::JSON
                           : A.is("format", "yaml") ? CalibrateFormat::YAML
                                                    : CalibrateFormat::Text;
  return printTo(A.text("output"), Out, [&](raw_ostream &OS) {
    printMeasurements(*Measured, File ? &*File : nullptr, Format, OS);
  });
}
