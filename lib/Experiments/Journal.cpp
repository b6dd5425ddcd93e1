//===- Journal.cpp - What has been measured so far ------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Journal.h"
#include "rafter/Report/ModelFile.h"
#include "rafter/Support/Files.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cmath>

using namespace llvm;
using namespace rafter;

namespace {

/// Which way of measuring the lines are of; another number where it changes.
constexpr StringRef Kind = "rafter experiments 1";

Error lineError(const Twine &Path, size_t Line, const Twine &Cause) {
  return createStringError(Path + ":" + Twine(Line) + ": " + Cause);
}

/// What one line says; nothing if it says no visit.
struct Visit {
  JournalKey Key;
  KernelTiming Timing;
};

std::optional<Visit> readVisit(const json::Object &Line) {
  Visit V;
  const json::Array *Forms = Line.getArray("forms");
  if (!Forms || Forms->empty())
    return std::nullopt;
  for (const json::Value &Form : *Forms) {
    std::optional<StringRef> Text = Form.getAsString();
    if (!Text)
      return std::nullopt;
    V.Key.Forms.push_back(Text->str());
  }
  if (const json::Array *Chain = Line.getArray("chain")) {
    std::optional<int64_t> From, To;
    if (Chain->size() == 2) {
      From = (*Chain)[0].getAsInteger();
      To = (*Chain)[1].getAsInteger();
    }
    if (!From || !To || *From < 0 || *To < 0)
      return std::nullopt;
    V.Key.Chain = {uint32_t(*From), uint32_t(*To)};
  }
  if (std::optional<int64_t> Signal = Line.getInteger("signal")) {
    V.Timing.Signal = int(*Signal);
    return V;
  }
  std::optional<double> Cycles = Line.getNumber("cycles");
  std::optional<double> Witness = Line.getNumber("witness");
  std::optional<bool> IsSteady = Line.getBoolean("steady");
  auto IsCount = [](std::optional<double> Number) {
    return Number && std::isfinite(*Number) && *Number >= 0;
  };
  if (!IsCount(Cycles) || !IsCount(Witness) || !IsSteady)
    return std::nullopt;
  V.Timing.Witness = *Witness;
  V.Timing.Cycles = *Cycles;
  V.Timing.IsSteady = *IsSteady;
  return V;
}

} // namespace

std::string JournalKey::text() const {
  std::string Text;
  for (const std::string &Form : Forms)
    Text += Form + "\n";
  if (Chain)
    Text += std::to_string(Chain->From) + ">" + std::to_string(Chain->To);
  return Text;
}

Error Journal::read(StringRef Text, StringRef Host, size_t &GoodBytes) {
  size_t Line = 0;
  for (StringRef Rest = Text; !Rest.empty();) {
    ++Line;
    auto [This, After] = Rest.split('\n');
    bool IsWhole = This.size() != Rest.size();
    Expected<json::Value> Value = parseJSONFile({This, Path});
    const json::Object *Object = Value ? Value->getAsObject() : nullptr;
    if (!Value)
      consumeError(Value.takeError());
    if (Line == 1) {
      if (!Object || !IsWhole || Object->getString("journal") != Kind)
        return lineError(Path, 1, "this is no journal of experiments");
      StringRef Of = Object->getString("host").value_or("");
      if (Of != Host)
        return lineError(Path, 1,
                         "these are experiments on another machine ('" + Of +
                             "'); this one is '" + Host + "'");
    } else if (!IsWhole) {
      Damaged = true;
      return Error::success();
    } else if (std::optional<Visit> V =
                   Object ? readVisit(*Object) : std::nullopt) {
      keep(V->Key, V->Timing);
    } else {
      return lineError(Path, Line, "this is no experiment");
    }
    GoodBytes += This.size() + 1;
    Rest = After;
  }
  return Error::success();
}

Expected<Journal> Journal::open(StringRef Path, StringRef Host) {
  Journal J;
  J.Path = Path.str();
  size_t GoodBytes = 0;
  sys::fs::file_status Status;
  if (!sys::fs::status(Path, Status) && !sys::fs::is_regular_file(Status))
    return createStringError("cannot read '" + Path + "': no regular file");
  if (auto Text = MemoryBuffer::getFile(Path, /*IsText=*/false,
                                        /*RequiresNullTerminator=*/false)) {
    if (Error E = J.read((*Text)->getBuffer(), Host, GoodBytes))
      return E;
  } else if (Text.getError() != std::errc::no_such_file_or_directory) {
    return createStringError("cannot read '" + Path +
                             "': " + Text.getError().message());
  }
  int Descriptor = -1;
  std::error_code Code = sys::fs::openFileForReadWrite(
      Path, Descriptor, sys::fs::CD_OpenAlways, sys::fs::OF_Append);
  if (!Code && J.Damaged)
    Code = sys::fs::resize_file(Descriptor, GoodBytes);
  if (Code)
    return createStringError("cannot write '" + Path + "': " + Code.message());
  J.File = std::make_unique<raw_fd_ostream>(Descriptor, /*shouldClose=*/true);
  if (GoodBytes == 0) {
    *J.File << json::Value(json::Object{{"journal", Kind}, {"host", Host}})
            << '\n';
    if (Error E = J.flush())
      return E;
  }
  return J;
}

void Journal::keep(const JournalKey &Key, const KernelTiming &Visit) {
  Visits[Key.text()].push_back(Visit);
  if (Visit.Witness > 0)
    Witness = std::min(Witness, Visit.Witness);
}

ExperimentResult Journal::find(const JournalKey &Key) const {
  ExperimentResult All;
  auto Found = Visits.find(Key.text());
  if (Found == Visits.end())
    return All;
  for (const KernelTiming &Visit : Found->second) {
    bool IsSteady = Visit.IsSteady && Visit.Witness <= MostWitness * Witness;
    if (All.Visits++ == 0 || (IsSteady && !All.IsSteady) ||
        (IsSteady == All.IsSteady && Visit.Cycles < All.Cycles)) {
      All.Cycles = Visit.Cycles;
      All.IsSteady = IsSteady;
    }
    All.Signal = std::max(All.Signal, Visit.Signal);
  }
  return All;
}

void Journal::add(const JournalKey &Key, const KernelTiming &Visit) {
  keep(Key, Visit);
  if (!File)
    return;
  json::Object Line{{"forms", json::Array(Key.Forms)}};
  if (Key.Chain)
    Line["chain"] = json::Array{Key.Chain->From, Key.Chain->To};
  if (Visit.Signal) {
    Line["signal"] = Visit.Signal;
  } else {
    Line["cycles"] = Visit.Cycles;
    Line["steady"] = Visit.IsSteady;
    Line["witness"] = Visit.Witness;
  }
  *File << json::Value(std::move(Line)) << '\n';
}

Error Journal::flush() {
  return File ? flushed(*File, Path) : Error::success();
}
