# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether two texts say the same value, whatever debugger wrote them: punctuation, quotes, and spellings of numbers and
truths do not matter. A text becomes a list of tokens: numbers, characters, words, states such as <optimized out>."""
import decimal
import re
import sys

TOKEN = re.compile(
    r"""
    (?P<number>[-+]?(?:0x[0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eEdDqQ][-+]?\d+)?)(?![\w.]))
  | (?P<odd>[-+]?(?:nan\b(?:\(0x[0-9a-f]+\))?|inf(?:inity)?\b))
  | (?P<text>(?:\d_|u8|[uUL])?(?:'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.|"")*"))(?P<cut>\.\.\.)?
  | (?P<state><[^<>]*>)
  | (?P<word>\.?[A-Za-z_][\w.:~]*)
  | (?P<more>\.\.\.)
    """,
    re.VERBOSE | re.IGNORECASE,
)
SUBNORMAL = tuple(
    (decimal.Decimal(low), decimal.Decimal(high)) for low, high in (("1e-46", "1.2e-38"), ("4e-324", "2.3e-308"), ("1e-4966", "3.4e-4932"))
)
ANYTHING = "<any one value>"
SPELLINGS = {"null": "nullptr", ".true.": "true", ".false.": "false", "t": "true", "f": "false"}
# Members that the compiler made, and what debuggers tell beside a value.
NOISE = re.compile(
    r"\b_vptr[.\w$]* = 0x\w+(?: <[^>]*>)?,?"
    r"|\b_\w+_length = \d+,?"
    r"|@0x[0-9a-f]+: "
    r"|(?<=\.true\.) \(\d+\)"  # a logical that is neither 0 nor 1
    r"|(?<=\bat )0x[0-9a-f]+"
    r"|(?<=[0-9a-f]) <[A-Za-z_][^>]*>"  # an address, and the symbol there, or why it cannot be read
    r"|\b0x[0-9a-f]+ (?=(?:u8|[uUL])?\")"  # of a text
)
CHARACTER_CODE = re.compile(r"-?\b\d+ (?=[uUL]?'(?:[^'\\]|\\x[0-9a-f]{2}|\\[0-7]{1,3}|\\.)')")
HALF_CHARACTER = re.compile(r"<incomplete sequence ((?:\\[0-7]{1,3})+)>")  # of bytes that begin one in UTF-8
BASE_CLASS = re.compile(r"<(?:[\w:]*::)?([^={}]*)> = (?=\{)")
COMPLEX = re.compile(
    r"(?<=[\d.nf)]) ([-+]) (-?(?:[\d.]+(?:e[-+]?\d+)?|nan(?:\(0x[0-9a-f]+\))?|inf))i\b", re.IGNORECASE
)
UNNAMED_ENUMERATOR = re.compile(r"\([A-Za-z_][\w:]*\) (?=-?\d+\b)")
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v", "e": "\x1b", "0": "\0"}
UNESCAPE = re.compile(r"\\(?:([0-7]{1,3})|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))", re.DOTALL)


def unescaped(text, quote):
    """What is between the quotes. A doubled quote is one, in Fortran."""

    def character(match):
        octal, short, four, eight, letter = match.groups()
        if octal:
            return chr(int(octal, 8))
        if code := short or four or eight:
            return chr(int(code, 16)) if int(code, 16) <= sys.maxunicode else match[0]
        return ESCAPES.get(letter, letter)

    return UNESCAPE.sub(character, text.replace(quote + quote, quote))


def number(text):
    """An int, or a Decimal, since floats do not hold real(16). Exponents have any letter."""
    plain = text.lower().replace("d", "e").replace("q", "e") if "0x" not in text.lower() else text
    try:
        return int(plain, 0) if re.fullmatch(r"[-+]?(?:0x[0-9a-fA-F]+|0|[1-9]\d*)", plain) else decimal.Decimal(plain)
    except (ValueError, decimal.InvalidOperation):
        return text


def token(match):
    kind = match.lastgroup if match.lastgroup != "cut" else "text"
    text = match.group(kind)
    if kind == "number":
        return ("number", number(text))
    if kind == "odd":
        sign = "-" if text.startswith("-") else ""
        return ("number", decimal.Decimal("NaN" if "nan" in text.lower() else sign + "Infinity"))
    if kind == "text":
        body = text[re.match(r"(?:\d_|u8|[uUL])?", text).end() :]
        return ("text", unescaped(body[1:-1], body[0]))
    if kind == "state":
        return ("state", text.lower().replace("optimised", "optimized").strip("<>"))
    if kind == "word":
        word = text.lower()
        return ("word", SPELLINGS.get(word, word.rpartition("::")[2]))
    return ("more", "")


def tokens(text):
    plain = CHARACTER_CODE.sub("", NOISE.sub("", text))
    plain = plain.replace("<invalid float value>", "nan")
    plain = HALF_CHARACTER.sub(r"'\1'", plain)
    plain = re.sub(r"@0x[0-9a-f]+", ANYTHING, plain)  # a reference, of which gdb shows no more
    plain = BASE_CLASS.sub(r"\1 = ", plain)
    plain = UNNAMED_ENUMERATOR.sub("", plain)
    plain = COMPLEX.sub(lambda match: " " + (match[1] + match[2]).replace("+-", "-").removeprefix("+"), plain)
    found = []
    for match in TOKEN.finditer(plain):
        found.append(token(match))
        if match.group("cut"):
            found.append(("more", ""))
    return merged(found)


def merged(found):
    """Characters one by one are a text, which ends where only NULs follow."""
    texts = []
    for kind, content in found:
        is_next = kind == "text" and len(content) <= 1 and texts and texts[-1][0] == "text"
        if is_next:
            texts[-1] = ("text", texts[-1][1] + content)
        else:
            texts.append((kind, content))
    return [(kind, content.rstrip("\0") if kind == "text" else content) for kind, content in texts]


def same_token(one, other):
    if ("state", ANYTHING.strip("<>")) in (one, other):
        return True
    if one[0] != other[0]:
        return False
    if one[0] != "number" or isinstance(one[1], str) or isinstance(other[1], str):
        return one[1] == other[1]
    a, b = one[1], other[1]
    if isinstance(a, int) and isinstance(b, int):
        return a == b
    return same_real(decimal.Decimal(a), decimal.Decimal(b))


def same_real(a, b):
    """As exactly as the longer one is written: gdb writes all digits of a kind, others as few as tell it from its
    neighbours, which are few in numbers close to zero."""
    if a.is_nan() or b.is_nan():
        return a.is_nan() and b.is_nan()
    if a == b or a.is_infinite() or b.is_infinite():
        return a == b
    digits = max(len(a.as_tuple().digits), len(b.as_tuple().digits))
    tolerance = min(decimal.Decimal("1e-6"), decimal.Decimal(10) ** (3 - digits))
    if any(low < max(abs(a), abs(b)) < high for low, high in SUBNORMAL):
        tolerance = decimal.Decimal("0.05")
    return abs(a - b) <= tolerance * max(abs(a), abs(b))


def same_value(one, other):
    """Of texts that were cut, what both have counts."""
    ones, others = tokens(one), tokens(other)
    is_cut = ("more", "") in ones or ("more", "") in others
    for mine, theirs in zip(ones, others):
        if "more" in (mine[0], theirs[0]):
            return True
        if same_token(mine, theirs):
            continue
        both_text = mine[0] == "text" == theirs[0]
        if is_cut and both_text and (mine[1].startswith(theirs[1]) or theirs[1].startswith(mine[1])):
            continue
        return False
    return len(ones) == len(others) or is_cut
