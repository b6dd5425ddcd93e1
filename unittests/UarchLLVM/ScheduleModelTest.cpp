//===- ScheduleModelTest.cpp - The CPU files beside LLVM's models ---------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares every shipped CPU file with LLVM's scheduling model of its llvm-cpu.
// Where they differ on purpose, the parameter says what LLVM has ("llvm: N");
// a difference that no file states fails, and so does a stated one that is
// none.
//
//===----------------------------------------------------------------------===//

#include "SourcePaths.h"
#include "rafter/Uarch/ParameterSchema.h"
#include "rafter/Uarch/ProcessorFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCSchedule.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Triple.h"
#include "gtest/gtest.h"
#include <array>
#include <map>
#include <memory>
#include <optional>

using namespace llvm;
using namespace rafter;

namespace {

/// LLVM's objects for the CPU of a file.
struct Model {
  std::unique_ptr<MCSubtargetInfo> Subtarget;
  std::unique_ptr<MCInstrInfo> Instructions;

  static Model of(const Processor &CPU) {
    InitializeAllTargetInfos();
    InitializeAllTargetMCs();
    Triple TT(CPU.Architecture + "-unknown-linux-gnu");
    std::string Problem;
    const Target *T = TargetRegistry::lookupTarget(TT, Problem);
    Model M;
    if (!T)
      return M;
    M.Subtarget.reset(T->createMCSubtargetInfo(TT, CPU.LLVMName, ""));
    M.Instructions.reset(T->createMCInstrInfo());
    return M;
  }
};

/// Entries of a queue that the model describes as a resource.
std::optional<double> queueOf(const MCSchedModel &M, unsigned ID) {
  if (ID == 0)
    return std::nullopt;
  return M.getProcResource(ID)->BufferSize;
}

/// The parameters that LLVM's model has too, by key. Of an in-order core it
/// has no reorder buffer.
std::map<std::string, double> modelParameters(const MCSchedModel &M) {
  std::map<std::string, double> P = {
      {"rename.width", M.IssueWidth},
      {"latency.L1", M.LoadLatency},
      {"branches.misprediction", M.MispredictPenalty},
  };
  if (M.MicroOpBufferSize > 1)
    P["rob"] = M.MicroOpBufferSize;
  if (!M.hasExtraProcessorInfo())
    return P;
  const MCExtraProcessorInfo &Extra = M.getExtraProcessorInfo();
  if (Extra.MaxRetirePerCycle != 0)
    P["retire.width"] = Extra.MaxRetirePerCycle;
  if (auto Entries = queueOf(M, Extra.LoadQueueID))
    P["lb"] = *Entries;
  if (auto Entries = queueOf(M, Extra.StoreQueueID))
    P["sb"] = *Entries;
  return P;
}

std::vector<ProcessorFile> shippedFiles() {
  ProcessorLibrary Library({RAFTER_SOURCE_DIR "/uarch"});
  std::vector<ProcessorFile> Files;
  for (const std::string &Name : Library.names()) {
    Expected<ProcessorFile> File = Library.find(Name);
    EXPECT_TRUE(bool(File)) << toString(File.takeError());
    if (File)
      Files.push_back(std::move(*File));
  }
  return Files;
}

double valueOf(const ParameterEntry &E, StringRef Text) {
  return cantFail(findParameter(E.Key)->parse(Text));
}

TEST(ScheduleModel, LLVMKnowsEveryCPUOfAFile) {
  for (const ProcessorFile &File : shippedFiles()) {
    SCOPED_TRACE(File.CPU.Name);
    Model M = Model::of(File.CPU);
    ASSERT_TRUE(M.Subtarget);
    EXPECT_TRUE(M.Subtarget->isCPUStringValid(File.CPU.LLVMName));
    EXPECT_TRUE(M.Subtarget->getSchedModel().hasInstrSchedModel());
  }
}

TEST(ScheduleModel, FilesStateWhereTheyDiffer) {
  for (const ProcessorFile &File : shippedFiles()) {
    Model M = Model::of(File.CPU);
    ASSERT_TRUE(M.Subtarget);
    std::map<std::string, double> Parameters =
        modelParameters(M.Subtarget->getSchedModel());
    for (const ParameterEntry &E : File.Entries) {
      SCOPED_TRACE(File.CPU.Name + ": " + E.Key + " is " + E.Value);
      auto It = Parameters.find(E.Key);
      if (It == Parameters.end()) {
        EXPECT_EQ(E.LLVMValue, "") << "LLVM's model has no such parameter";
        continue;
      }
      if (E.LLVMValue.empty()) {
        EXPECT_EQ(valueOf(E, E.Value), It->second)
            << "differs from LLVM's model; if on purpose, the file must say "
               "llvm: "
            << It->second;
        continue;
      }
      EXPECT_EQ(valueOf(E, E.LLVMValue), It->second)
          << "LLVM's model has changed";
      EXPECT_NE(valueOf(E, E.Value), It->second)
          << "does not differ from LLVM's model any more";
    }
  }
}

TEST(ScheduleModel, CorrectionsMatchInstructionsOfTheTarget) {
  for (const ProcessorFile &File : shippedFiles()) {
    Model M = Model::of(File.CPU);
    ASSERT_TRUE(M.Instructions);
    for (const InstructionCorrection &C : File.CPU.Core.Corrections) {
      Regex Expression("^(" + C.Opcodes + ")$");
      auto Matches = [&](unsigned Opcode) {
        llvm::StringRef Name = M.Instructions->getName(Opcode);
        if (Expression.match(Name))
          return true;
        const bool HasSuffixes =
            Name.starts_with("LEA") || Name.starts_with("MOV") ||
            Name.starts_with("SETCC") || Name.starts_with("CMOV");
        return HasSuffixes &&
               llvm::any_of(std::array{".three-part", ".scaled", ".indexed",
                                       ".above", ".signed"},
                            [&](const char *Suffix) {
                              return Expression.match((Name + Suffix).str());
                            });
      };
      EXPECT_TRUE(
          llvm::any_of(llvm::seq(0u, M.Instructions->getNumOpcodes()), Matches))
          << File.CPU.Name << ":" << C.Line << ": " << C.Opcodes;
    }
  }
}

} // namespace
