//===- ConvertToChampSim.cpp - Traces of any kind for ChampSim ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/ForeignTraces/ChampSim.h"
#include "rafter/Support/Files.h"
#include "rafter/TraceFiles/OpenAnyTrace.h"

using namespace rafter;
using llvm::ArrayRef;
using llvm::Expected;
using llvm::StringRef;

namespace {

/// Passes whole instructions on, many at once.
class ChampSimSink final : public CrackedConsumer {
public:
  explicit ChampSimSink(llvm::raw_ostream &OS) : OS(OS) {}

  bool take(ArrayRef<CrackedInstruction> Executed) override {
    Taken += Executed.size();
    for (const CrackedInstruction &I : Executed) {
      if (Waiting.size() >= Many && !I.has(CrackedInstruction::Continued))
        flush();
      Waiting.push_back(I);
    }
    return true;
  }
  void flush() {
    writeChampSim(Waiting, OS);
    Waiting.clear();
  }
  uint64_t taken() const { return Taken; }

private:
  static constexpr size_t Many = 4096;
  llvm::raw_ostream &OS;
  std::vector<CrackedInstruction> Waiting;
  uint64_t Taken = 0;
};

} // namespace

Expected<ChampSimConversion> rafter::convertToChampSim(StringRef From,
                                                       StringRef To) {
  ChampSimConversion Result;
  auto Convert = [&](llvm::raw_ostream &OS) -> llvm::Error {
    auto Trace = openAnyTrace(From);
    if (!Trace)
      return Trace.takeError();
    ChampSimSink Sink(OS);
    if (llvm::Error E = (*Trace)->Cracked(Sink))
      return E;
    Sink.flush();
    Result = {(*Trace)->Format, Sink.taken()};
    return llvm::Error::success();
  };
  if (llvm::Error E = writeFileOrFail(To, Convert))
    return E;
  return Result;
}
