//===- AssemblyParser.cpp - LLVM's assembler as a reader ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AssemblyParser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/MCFixup.h"
#include "llvm/MC/MCObjectFileInfo.h"
#include "llvm/MC/MCParser/AsmLexer.h"
#include "llvm/MC/MCParser/MCAsmParser.h"
#include "llvm/MC/MCParser/MCTargetAsmParser.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace llvm;

namespace rafter {

namespace {

/// Recognizes the markers of llvm-mca and Rafter's own, and what is said of
/// memory operands.
class MarkerReader final : public AsmCommentConsumer {
public:
  MarkerReader(ParsedAssembly &Parsed, const char *End)
      : Parsed(Parsed), End(End) {}

  void HandleComment(SMLoc Where, StringRef Comment) override {
    // The lexer takes the last character for the end of the line, even where
    // it is the end of the file.
    if (Comment.end() + 1 == End && *Comment.end() != '\n')
      Comment = StringRef(Comment.data(), Comment.size() + 1);
    StringRef Text = Comment.trim();
    if (Text.consume_front("rafter:")) {
      Parsed.Comments.push_back({Where, Text.trim().str()});
      return;
    }
    if (!Text.consume_front("LLVM-MCA-") && !Text.consume_front("RAFTER-"))
      return;
    bool IsBegin = Text.consume_front("BEGIN");
    if (!IsBegin && !Text.consume_front("END"))
      return;
    if (!Text.empty() && !isSpace(Text.front()))
      return;
    Parsed.Markers.push_back(
        {Where, IsBegin, Text.trim().str(), Parsed.Instructions.size()});
  }

private:
  ParsedAssembly &Parsed;
  const char *End;
};

/// Keeps instructions; data and symbols are nothing to it.
class InstructionCollector final : public MCStreamer {
public:
  InstructionCollector(MCContext &Context, ParsedAssembly &Parsed,
                       const MCCodeEmitter *Emitter)
      : MCStreamer(Context), Parsed(Parsed), Emitter(Emitter) {}

  void emitInstruction(const MCInst &Inst,
                       const MCSubtargetInfo &Subtarget) override {
    ParsedInstruction P;
    P.Inst = Inst;
    P.Where = Inst.getLoc();
    // The lexer is ahead: it has seen a comment in the next line already.
    for (RegionMarker &M : reverse(Parsed.Markers)) {
      if (M.Index != Parsed.Instructions.size() ||
          M.Where.getPointer() < P.Where.getPointer() ||
          !Parsed.areTogether(M.Where, P.Where))
        break;
      ++M.Index;
    }
    if (Emitter) {
      SmallVector<MCFixup, 4> Fixups;
      Emitter->encodeInstruction(Inst, P.Code, Fixups, Subtarget);
      P.HasFixups = !Fixups.empty();
    }
    Parsed.Instructions.push_back(std::move(P));
  }
  bool emitSymbolAttribute(MCSymbol *, MCSymbolAttr) override { return true; }
  void emitCommonSymbol(MCSymbol *, uint64_t, Align) override {}
  void emitZerofill(MCSection *, MCSymbol *, uint64_t, Align, SMLoc) override {}

private:
  ParsedAssembly &Parsed;
  const MCCodeEmitter *Emitter;
};

/// What .include and .incbin open: regular files, and not too many.
class IncludedFiles final : public vfs::ProxyFileSystem {
public:
  IncludedFiles() : ProxyFileSystem(vfs::getRealFileSystem()) {}

  ErrorOr<std::unique_ptr<vfs::File>>
  openFileForRead(const Twine &Path) override {
    if (Opened++ == MostFiles)
      return refuse(Twine(MostFiles) + " files are included already (does one "
                                       "include itself?)");
    ErrorOr<vfs::Status> Found = status(Path);
    if (Found && Found->getType() != sys::fs::file_type::regular_file)
      return refuse("it is no regular file");
    return ProxyFileSystem::openFileForRead(Path);
  }

  /// Why the last file was not opened; empty: all were, as far as they exist.
  std::string Refusal;

private:
  static constexpr unsigned MostFiles = 200;

  std::error_code refuse(const Twine &Why) {
    Refusal = Why.str();
    return std::make_error_code(std::errc::operation_not_permitted);
  }

  unsigned Opened = 0;
};

/// Keeps the first error.
void keepError(const SMDiagnostic &Diagnostic, void *First) {
  auto &Message = *static_cast<std::string *>(First);
  if (Diagnostic.getKind() != SourceMgr::DK_Error || !Message.empty())
    return;
  raw_string_ostream Stream(Message);
  Stream << Diagnostic.getFilename();
  if (Diagnostic.getLineNo() > 0)
    Stream << ':' << Diagnostic.getLineNo() << ':'
           << Diagnostic.getColumnNo() + 1;
  Stream << ": " << Diagnostic.getMessage();
}

} // namespace

ParsedAssembly::ParsedAssembly(const TargetModel::Impl &Model) : Model(Model) {}

Error ParsedAssembly::parse(MemoryBufferRef Buffer) {
  std::string FirstError;
  Sources.setDiagHandler(keepError, &FirstError);
  auto Files = makeIntrusiveRefCnt<IncludedFiles>();
  Sources.setVirtualFileSystem(Files);
  Sources.AddNewSourceBuffer(MemoryBuffer::getMemBuffer(Buffer, false),
                             SMLoc());
  Context = std::make_unique<MCContext>(
      Model.Triple, Model.AsmInfo.get(), Model.Registers.get(),
      Model.Subtarget.get(), &Sources, &Model.Options);
  Context->setDiagnosticHandler([&](const SMDiagnostic &Diagnostic, bool,
                                    const SourceMgr &,
                                    std::vector<const MDNode *> &) {
    keepError(Diagnostic, &FirstError);
  });
  std::unique_ptr<MCObjectFileInfo> Sections(
      Model.Target->createMCObjectFileInfo(*Context, /*PIC=*/false));
  Context->setObjectFileInfo(Sections.get());
  std::unique_ptr<MCCodeEmitter> Emitter(
      Model.Target->createMCCodeEmitter(*Model.Instructions, *Context));
  InstructionCollector Collector(*Context, *this, Emitter.get());
  Model.Target->createNullTargetStreamer(Collector);
  std::unique_ptr<MCAsmParser> Parser(
      createMCAsmParser(Sources, *Context, Collector, *Model.AsmInfo));
  MarkerReader Reader(*this, Buffer.getBufferEnd());
  Parser->getLexer().setCommentConsumer(&Reader);
  std::unique_ptr<MCTargetAsmParser> Target(Model.Target->createMCAsmParser(
      *Model.Subtarget, *Parser, *Model.Instructions, Model.Options));
  if (!Target)
    return createStringError("LLVM has no assembly parser for " +
                             Model.Triple.getArchName());
  Parser->setTargetParser(*Target);
  bool Failed = Parser->Run(/*NoInitialTextSection=*/false);
  Dialect = Parser->getAssemblerDialect();
  Sources.setDiagHandler(nullptr);
  Context->setObjectFileInfo(nullptr);
  Context->setDiagnosticHandler({});
  if (!FirstError.empty() && !Files->Refusal.empty())
    FirstError += ": " + Files->Refusal;
  if (!FirstError.empty())
    return createStringError(FirstError);
  if (Failed || Context->hadError())
    return createStringError(Buffer.getBufferIdentifier() +
                             ": the assembler failed");
  return Error::success();
}

bool ParsedAssembly::areTogether(SMLoc A, SMLoc B) const {
  return A.isValid() && B.isValid() &&
         Sources.FindBufferContainingLoc(A) ==
             Sources.FindBufferContainingLoc(B);
}

SourceLocation ParsedAssembly::locationOf(SMLoc Where) const {
  SourceLocation Location;
  unsigned Buffer =
      Where.isValid() ? Sources.FindBufferContainingLoc(Where) : 0;
  if (!Buffer)
    return Location;
  auto [Line, Column] = Sources.getLineAndColumn(Where, Buffer);
  Location.File = Sources.getMemoryBuffer(Buffer)->getBufferIdentifier().str();
  Location.Line = Line;
  Location.Column = Column;
  return Location;
}

Error ParsedAssembly::errorAt(SMLoc Where, const Twine &Cause) const {
  SourceLocation L = locationOf(Where);
  return createStringError(Twine(L.File) + ":" + Twine(L.Line) + ":" +
                           Twine(L.Column) + ": " + Cause);
}

} // namespace rafter
