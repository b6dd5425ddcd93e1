//===- OptionTable.h - Every option of the project --------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one table of commands and of their options. Parsing, --help, complaints
// and docs/options.md come from it.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_OPTIONS_OPTIONTABLE_H
#define RAFTER_OPTIONS_OPTIONTABLE_H

#include "llvm/ADT/StringRef.h"
#include <string_view>

namespace rafter {

namespace command {

/// Whatever takes options of its own.
enum Id : uint32_t {
  /// The passes, in rafter-opt, in opt and in clang.
  Passes = 1 << 0,
  /// rafter-opt FILE...: what LLVM's opt has as well.
  Module = 1 << 1,
  ConcordeFeatures = 1 << 2,
  ConcordeLabel = 1 << 3,
  ConcordeTrain = 1 << 4,
  ConcordePredict = 1 << 5,
  ConcordeAttribute = 1 << 6,
  Counters = 1 << 7,
  Diff = 1 << 8,
  FingerprintSlices = 1 << 9,
  FingerprintTrain = 1 << 10,
  FingerprintShow = 1 << 11,
  FingerprintClassify = 1 << 12,
  FingerprintValidate = 1 << 13,
  Record = 1 << 14,
  Report = 1 << 15,
  Simulate = 1 << 16,
  SpireFit = 1 << 17,
  SpireAnalyze = 1 << 18,
  SpirePlot = 1 << 19,
  UarchList = 1 << 20,
  UarchShow = 1 << 21,
  UarchCalibrate = 1 << 22,
  Explain = 1 << 23,
  UarchInfer = 1 << 24,
  ConcordeCheck = 1 << 25,
};

} // namespace command

/// A subcommand of rafter-opt.
struct SubcommandRow {
  llvm::StringRef Name;
  /// One line for the list of subcommands.
  llvm::StringRef Help;
  /// What its --help says beside the options.
  llvm::StringRef Text;
  /// Where it stands in the list.
  llvm::StringRef Group = "";
};

/// A subcommand, or one verb of it.
struct CommandRow {
  command::Id Id;
  llvm::StringRef Name;
  /// Empty if the subcommand does one thing only.
  llvm::StringRef Verb;
  /// What follows in the line of usage.
  llvm::StringRef Operands;
  /// Options end where the first word is none: what follows is a program.
  bool EndsAtProgram = false;
};

enum class ValueKind : uint8_t { Flag, Text, List, Count, Number, Choice };

/// What an option takes.
struct ValueForm {
  ValueKind Kind = ValueKind::Flag;
  /// Stands for the value, and is its unit where it has one; the words of a
  /// choice, as "text|json", or "|text|json" if it may go without.
  llvm::StringRef Name;
  /// Of a count.
  uint64_t Least = 0, Greatest = ~uint64_t(0);
  /// Of a number: what it must lie above (or may be, if AboveIsFine), and what
  /// it may be at most.
  double Above = 0, AtMost = 0;
  bool AboveIsFine = false;
};

struct OptionRow {
  /// Commands that take it, as bits.
  uint32_t Takers;
  /// In the subcommands --NAME (-NAME if it is one letter), in LLVM's command
  /// line -rafter-NAME (of the command Module -NAME).
  llvm::StringRef Name;
  ValueForm Value;
  /// The value if it is not given.
  llvm::StringRef Default;
  /// One line of help.
  llvm::StringRef Help;
  /// Another name; empty if there is none.
  llvm::StringRef Alias = "";
  /// Title of a group of options of Passes or Module that begins here.
  llvm::StringRef Title = "";
  /// For tests and experts: not in the help.
  bool Hidden = false;
};

namespace command {

constexpr ValueForm flag() { return {}; }
constexpr ValueForm text(llvm::StringRef Name) {
  return {ValueKind::Text, Name};
}
/// May be given several times.
constexpr ValueForm list(llvm::StringRef Name) {
  return {ValueKind::List, Name};
}
constexpr ValueForm choice(llvm::StringRef Words) {
  return {ValueKind::Choice, Words};
}
/// A whole number.
constexpr ValueForm count(llvm::StringRef Name, uint64_t Least = 0,
                          uint64_t Greatest = ~uint64_t(0)) {
  return {ValueKind::Count, Name, Least, Greatest};
}
constexpr ValueForm numberAbove(llvm::StringRef Name, double Above,
                                double AtMost) {
  return {ValueKind::Number, Name, 0, 0, Above, AtMost, false};
}
constexpr ValueForm numberFrom(llvm::StringRef Name, double Least,
                               double AtMost) {
  return {ValueKind::Number, Name, 0, 0, Least, AtMost, true};
}

inline constexpr uint32_t Training = FingerprintTrain | FingerprintValidate;
inline constexpr uint32_t Fingerprint =
    Training | FingerprintSlices | FingerprintShow | FingerprintClassify;
inline constexpr uint32_t Spire = SpireFit | SpireAnalyze | SpirePlot;
inline constexpr uint32_t Concorde = ConcordeFeatures | ConcordeLabel |
                                     ConcordeCheck | ConcordeTrain |
                                     ConcordePredict | ConcordeAttribute;
inline constexpr uint32_t Uarch =
    UarchList | UarchShow | UarchCalibrate | UarchInfer;
/// What the file format RAFTERRG can hold of a region.
inline constexpr uint64_t RegionLimit = uint64_t(1) << 25;

/// Title of the options that only --help-llvm lists.
inline constexpr llvm::StringRef OptGroup = "As of LLVM's opt";

inline constexpr OptionRow Options[] = {
#include "rafter/Options/Options.def"
};

inline constexpr CommandRow Commands[] = {
    {Module, "", "", "[OPTIONS] FILE..."},
    {ConcordeFeatures, "concorde", "features", "REGIONS... [OPTIONS]"},
    {ConcordeLabel, "concorde", "label", "REGIONS... -o SHARD [OPTIONS]"},
    {ConcordeCheck, "concorde", "check", "SHARDS... [REGIONS...] [OPTIONS]"},
    {ConcordeTrain, "concorde", "train", "SHARDS... -o MODEL [OPTIONS]"},
    {ConcordePredict, "concorde", "predict",
     "[MODEL] REGIONS-OR-SHARDS... [OPTIONS]"},
    {ConcordeAttribute, "concorde", "attribute",
     "[MODEL] REGIONS... [OPTIONS]"},
    {Counters, "counters", "",
     "[-o CSV] [OPTIONS] FILES... | -- PROGRAM ARGUMENTS..."},
    {Diff, "diff", "", "OLD.json NEW.json [OPTIONS]"},
    {Explain, "explain", "", "[OPTIONS] -- PROGRAM ARGUMENTS...", true},
    {FingerprintSlices, "fingerprint", "slices",
     "SAMPLES... --label=CLASS [OPTIONS]"},
    {FingerprintTrain, "fingerprint", "train",
     "DATA... -o MODEL.json [OPTIONS]"},
    {FingerprintShow, "fingerprint", "show", "MODEL.json [OPTIONS]"},
    {FingerprintClassify, "fingerprint", "classify",
     "MODEL.json SAMPLES... [OPTIONS]"},
    {FingerprintValidate, "fingerprint", "validate", "DATA... [OPTIONS]"},
    {Record, "record", "", "[OPTIONS] -- PROGRAM ARGUMENTS...", true},
    {Report, "report", "", "[OPTIONS] RECORD|DIRECTORY... | -p BUILD"},
    {Simulate, "simulate", "", "TRACE [OPTIONS]"},
    {SpireFit, "spire", "fit", "SAMPLES... -o MODEL.json [OPTIONS]"},
    {SpireAnalyze, "spire", "analyze", "MODEL.json SAMPLES... [OPTIONS]"},
    {SpirePlot, "spire", "plot", "MODEL.json [SAMPLES...] [OPTIONS]"},
    {UarchList, "uarch", "list", "[OPTIONS]"},
    {UarchShow, "uarch", "show", "NAME|FILE [OPTIONS]"},
    {UarchCalibrate, "uarch", "calibrate", "[NAME|FILE] [OPTIONS]"},
    {UarchInfer, "uarch", "infer", "[MIXES.json...] [-o CPU.yaml] [OPTIONS]"},
};

/// Groups of the list of subcommands, in order.
inline constexpr llvm::StringRef SubcommandGroups[] = {
    "Programs", "Builds and reports", "Models", "Machines"};

inline constexpr SubcommandRow Subcommands[] = {
    {"", "",
     "Tells why a program runs no faster: prints the computation DAG, the "
     "generalized roofline, the sensitivity and the causality of the hottest "
     "loops, or runs opt's passes. FILE is C or C++ (.c .cc .cpp .cxx), MLIR, "
     "LLVM IR (- is standard input), of which several are linked; or one "
     "assembly file, executable or trace."},
    {"concorde", "predict cycles per instruction over a space of cores",
     "REGIONS are files of trace regions, one for each program; the program "
     "has the file's name. SHARDS are files that label has written. Without a "
     "MODEL the one that is shipped is used. A DESIGN is NAME=VALUE,..., on "
     "top of n1, or of v1, golden-cove, zen4, largest or smallest if that "
     "stands first.",
     "Models"},
    {"counters", "sample performance counters through perf",
     "Counts the events of PROGRAM with perf, each together with cycles and "
     "instructions, and writes the samples; or reads FILES that perf stat "
     "printed (- is standard input).",
     "Programs"},
    {"diff", "compare two reports",
     "Compares two reports of -rafter-format=json region by region. A "
     "CONDITION is FIGURE OP RATIO: with --fail-if='cycles > 1.05' the exit "
     "status is 1 where new/old is above 1.05. FIGURE is cycles, "
     "cycles_per_iteration, performance or instructions, OP is one of < <= > "
     ">=; several are separated by commas.",
     "Builds and reports"},
    {"explain", "rank the loops of a program and say what binds each",
     "Runs an x86-64, AArch64 or RISC-V executable once in QEMU's user mode, "
     "counts what it executes, simulates windows of it on the CPU asked about, "
     "and prints the loops and functions that take the time, with what binds "
     "them.",
     "Programs"},
    {"fingerprint", "name the pathologies of a program's phases",
     "SAMPLES is what perf stat printed, the CSV of rafter-opt counters, or "
     "DATA. DATA is what slices printed, or an ARFF file.",
     "Models"},
    {"record", "record what an executable does into a trace",
     "Runs an x86-64, AArch64 or RISC-V executable in QEMU's user mode and "
     "writes the instructions it executes and the addresses it accesses to a "
     "trace, which rafter-opt reads like any other input; with --regions, "
     "parts of it for Concorde in a file of their own format.",
     "Programs"},
    {"report", "merge the remarks of a build into one ranked page",
     "Merges the remarks of Rafter in the optimization records of a build "
     "(YAML, bitstream, objects with a section of remarks) into one list, most "
     "cycles saved first. Directories are searched for records. CONDITION is "
     "FIGURE OP NUMBER with one of remarks, gain (what the advice brings, as a "
     "factor), cycles and saved: --fail-if='gain >= 2'.",
     "Builds and reports"},
    {"simulate", "run traces on an out-of-order core of any size",
     "Runs the regions of TRACE on a trace-driven out-of-order core, and "
     "prints the cycles by cause, and events as a core's monitoring unit "
     "counts them. TRACE has regions of rafter-opt record --regions, or is a "
     "trace of rafter-opt record, DynamoRIO, ChampSim or the CBP 2025 kit, of "
     "which one part is run. A DESIGN is NAME=VALUE,..., on top of n1, or of "
     "largest or smallest if that stands first.",
     "Models"},
    {"spire", "find what limits a program by its performance counters",
     "SAMPLES is what perf stat printed (CSV, JSON or the table), the CSV of "
     "rafter-opt counters, or a CSV with the columns time, work and metric for "
     "each metric; - is standard input. Each file of analyze is a workload.",
     "Models"},
    {"uarch", "list and show CPU files",
     "list: the CPU files found in $RAFTER_UARCH_PATH, in the installed "
     "share/rafter/uarch and in the source tree, in this order; show: all "
     "parameters of one of them, with their units and sources; calibrate: "
     "measures this machine and prints what it found beside what the file says "
     "(the host's if not given), which takes half a minute; infer: learns what "
     "instructions need from the cycles of MIXES, or of mixes that it measures "
     "on this machine where there are none, and writes a CPU file with it.",
     "Machines"},
};

} // namespace command

/// Not defined: calling it while compiling is the error.
void noSuchOption();

/// The name of an option that stands in the table, which the compiler checks.
class OptionName {
public:
  consteval OptionName(const char *Name) : Name(Name) {
    for (const OptionRow &Row : command::Options)
      if (std::string_view(Row.Name.data(), Row.Name.size()) == Name)
        return;
    noSuchOption();
  }
  operator llvm::StringRef() const { return Name; }

private:
  llvm::StringRef Name;
};

} // namespace rafter

#endif // RAFTER_OPTIONS_OPTIONTABLE_H
