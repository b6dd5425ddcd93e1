//===- Markup.cpp - Colours and text of drawings and pages ------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One palette for light and dark. Kinds of lines differ in dash pattern as well
// as in colour, so that neither print nor colour blindness hides them.
//
//===----------------------------------------------------------------------===//

#include "rafter/Report/Markup.h"
#include "llvm/Support/JSON.h"

using namespace rafter;

namespace {
struct Colour {
  const char *Name;
  const char *Light;
  const char *Dark;
};
} // namespace

static constexpr Colour Palette[] = {
    {"background", "#ffffff", "#12161c"},
    {"ink", "#1c2128", "#e6ebf1"},
    {"muted", "#57606a", "#a3aeba"},
    {"grid", "#e4e8ec", "#262d36"},
    {"panel", "#f5f7f9", "#1a2028"},
    {"issue", "#0a62b0", "#62b5ff"},
    {"latency", "#b03c00", "#ff9f5a"},
    {"stall", "#7d2aa0", "#d49cf5"},
    {"overlap", "#8c959f", "#7d8792"},
    {"point", "#c8102e", "#ff6b78"},
    // After M. Okabe and K. Ito: Color Universal Design, 2008.
    {"part0", "#0072b2", "#56a9e8"},
    {"part1", "#d55e00", "#ff8c42"},
    {"part2", "#009e73", "#3fcf9f"},
    {"part3", "#b8860b", "#f0c34a"},
    {"part4", "#aa3377", "#ef8fc6"},
    {"part5", "#4b6fd6", "#9db4ff"},
    {"part6", "#7a5230", "#cfa47c"}};

std::string rafter::escapeMarkup(llvm::StringRef Text) {
  std::string Valid =
      llvm::json::isUTF8(Text) ? Text.str() : llvm::json::fixUTF8(Text);
  std::string Out;
  for (char C : Valid) {
    switch (C) {
    case '&':
      Out += "&amp;";
      break;
    case '<':
      Out += "&lt;";
      break;
    case '>':
      Out += "&gt;";
      break;
    case '"':
      Out += "&quot;";
      break;
    case '\'':
      Out += "&#39;";
      break;
    default:
      bool Forbidden = static_cast<unsigned char>(C) < 0x20 && C != '\t' &&
                       C != '\n' && C != '\r';
      Out += Forbidden ? '?' : C;
    }
  }
  return Out;
}

std::string rafter::colourVariables() {
  std::string Light, Dark;
  for (const Colour &C : Palette) {
    Light += std::string("--") + C.Name + ":" + C.Light + ";";
    Dark += std::string("--") + C.Name + ":" + C.Dark + ";";
  }
  return ":root{color-scheme:light dark;" + Light +
         "}\n@media (prefers-color-scheme:dark){:root{" + Dark + "}}\n";
}

/// "fill:#1c2128;fill:var(--ink);"
static std::string paint(const std::string &Property, llvm::StringRef Name) {
  for (const Colour &C : Palette)
    if (C.Name == Name)
      return Property + ":" + C.Light + ";" + Property + ":var(--" + C.Name +
             ");";
  return "";
}

std::string rafter::drawingStyle() {
  std::string S;
  auto Rule = [&](const std::string &Selector, const std::string &Body) {
    S += ".rf-plot " + Selector + "{" + Body + "}\n";
  };
  Rule("text", "font-family:system-ui,-apple-system,'Segoe UI',Roboto,"
               "'Helvetica Neue',Arial,'DejaVu Sans',sans-serif;"
               "font-size:17px;" +
                   paint("fill", "ink"));
  Rule(".title", "font-size:21px;font-weight:600;");
  for (const char *Aside : {".setting", ".plot-note", ".tick"})
    Rule(Aside, "font-size:16px;" + paint("fill", "muted"));
  Rule(".exponent", "font-size:12px;");
  for (const char *Small : {".axis-title", ".key"})
    Rule(Small, "font-size:16px;");
  Rule(".paper", paint("fill", "background"));
  Rule(".grid", paint("stroke", "grid") + "stroke-width:1;");
  Rule(".tick-mark", paint("stroke", "muted") + "stroke-width:1;");
  Rule(".frame", "fill:none;" + paint("stroke", "muted") + "stroke-width:1;");
  Rule(".hairline",
       paint("stroke", "muted") + "stroke-width:1;stroke-dasharray:1 4;");
  Rule(".roof", "fill:none;stroke-width:1.8;stroke-linecap:butt;"
                "stroke-linejoin:round;");
  Rule(".throughput", paint("stroke", "ink"));
  Rule(".issue", paint("stroke", "issue") + "stroke-dasharray:3 4;");
  Rule(".latency", paint("stroke", "latency") + "stroke-dasharray:10 5;");
  Rule(".stall", paint("stroke", "stall") + "stroke-dasharray:14 4 3 4;");
  Rule(".overlap", paint("stroke", "overlap") + "stroke-width:2.4;");
  Rule(".strong", "stroke-width:3.4;");
  Rule(".label", "paint-order:stroke;" + paint("stroke", "background") +
                     "stroke-width:4px;stroke-linejoin:round;"
                     "text-anchor:middle;");
  Rule(".bold", "font-weight:600;");
  for (const char *Kind : {"issue", "latency", "stall"})
    Rule(std::string(".of-") + Kind, paint("fill", Kind));
  Rule(".of-overlap", paint("fill", "muted"));
  Rule(".point", paint("fill", "point") + paint("stroke", "background") +
                     "stroke-width:2.5;");
  Rule(".elasticity", "fill:none;" + paint("stroke", "point") +
                          "stroke-width:3;stroke-linejoin:round;");
  Rule(".beyond", "stroke-dasharray:2 5;");
  Rule(".arrow", "fill:none;" + paint("stroke", "point") + "stroke-width:2.2;");
  Rule(".leader", paint("stroke", "muted") + "stroke-width:1;");
  Rule(".of-point", paint("fill", "point"));
  Rule(".tag", paint("fill", "background") + "stroke-width:1.6;"
                                             "stroke-dasharray:none;");
  Rule(".tag-number", "font-size:14px;font-weight:600;text-anchor:middle;");
  Rule(".narrow", "font-size:12px;letter-spacing:-0.5px;");
  Rule(".samples", "fill:none;" + paint("stroke", "muted") +
                       "stroke-width:3;stroke-linecap:round;opacity:.55;");
  Rule(".row", paint("fill", "panel"));
  for (const char *Filled : {".phase", ".cell"})
    Rule(Filled, paint("fill", "issue"));
  Rule(".less", paint("fill", "latency"));
  Rule(".piece", paint("stroke", "background") + "stroke-width:1.2;");
  Rule(".partbase", paint("fill", "overlap") + "opacity:.55;");
  Rule(".partrest", paint("fill", "muted"));
  for (unsigned I = 0; I < NumPartColours; ++I) {
    std::string Part = "part" + std::to_string(I);
    Rule("." + Part, paint("fill", Part));
  }
  Rule(".dot", paint("fill", "overlap") + "opacity:.6;");
  Rule(".front", "fill:none;" + paint("stroke", "point") + "stroke-width:2;");
  return S;
}
