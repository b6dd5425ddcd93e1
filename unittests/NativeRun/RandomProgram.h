//===- RandomProgram.h - Random programs with known depths -----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Generates structured programs over scalar and vector variables, emits them
// as IR, and interprets them to learn the depth of every node they execute: an
// oracle for lowering, probes and decoding that shares no code with them.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_UNITTESTS_NATIVERUN_RANDOMPROGRAM_H
#define RAFTER_UNITTESTS_NATIVERUN_RANDOMPROGRAM_H

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include <array>
#include <map>
#include <memory>
#include <random>
#include <vector>

namespace rafter {

/// How many elements of nodes have which depth: 1 + the largest depth among
/// what they depend on.
using DepthHistogram = std::map<unsigned, uint64_t>;

class RandomProgram {
public:
  explicit RandomProgram(unsigned Seed);
  std::unique_ptr<llvm::Module> emit(llvm::LLVMContext &Context) const;
  DepthHistogram depths() const;

private:
  static constexpr unsigned NumScalars = 5, NumVectors = 3, Lanes = 4;
  enum class Kind {
    Binary,
    Fused,
    Constant,
    Copy,
    Swap,
    Negate,
    Minimum,
    Load,
    Store,
    VectorBinary,
    Insert,
    Extract,
    Shuffle,
    Splat,
    Reduce,
    VectorLoad,
    VectorStore,
    Loop,
    If,
    Call,
    SelfCall,
    NumKinds
  };
  struct Statement {
    Kind K;
    unsigned A = 0, B = 0, C = 0, D = 0;
    std::array<int, Lanes> Mask = {};
    std::vector<Statement> Body, Else;
  };
  /// Returns a scalar, a vector or a pair of scalars, by Number % 3.
  struct Function {
    unsigned Number;
    std::vector<Statement> Body;
  };
  using Vector = std::array<unsigned, Lanes>;
  /// Depths of the variables of one activation.
  struct State {
    std::array<unsigned, NumScalars> Scalars = {};
    std::array<Vector, NumVectors> Vectors = {};
    unsigned Count;
    unsigned Iteration = 0;
  };

  std::vector<Statement> block(unsigned Function, unsigned Depth,
                               unsigned Length);
  Statement statement(unsigned Function, unsigned Depth);
  unsigned pick(unsigned Below) { return Random() % Below; }

  void execute(const std::vector<Statement> &Body, State &S,
               DepthHistogram &H) const;
  void execute(const Statement &S, State &V, DepthHistogram &H) const;
  State call(unsigned Function, unsigned Count, const State &From, unsigned A,
             unsigned B, DepthHistogram &H) const;
  void takeResult(const State &Callee, unsigned Function, const Statement &S,
                  State &V) const;

  class Emitter;

  std::mt19937 Random;
  std::vector<Function> Functions;
};

} // namespace rafter

#endif // RAFTER_UNITTESTS_NATIVERUN_RANDOMPROGRAM_H
