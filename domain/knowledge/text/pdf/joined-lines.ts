/** Words that follow a hyphen which stands for the rest of a word: "Vor- und Nachmittag". */
const AFTER_OMISSION = /^(?:and|or|to|und|oder|bis|sowie|y|o|et|ou)\b/u
const PARTED = /(?<word>\p{L}{1,40})[-\u2010]$/u
/** A line may be longer than any word, and a regular expression would search all of it. */
const LONGEST_WORD = 42
const SOFT = /\u00ad$/u
const HYPHENATED = /\p{L}{1,40}-\p{Ll}{1,40}/gu

/** The words of a document that are written with a hyphen within a line. */
export const hyphenatedWords = (lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.match(HYPHENATED) ?? []).map((word) => word.toLowerCase()))

/** Joins the lines of a paragraph, and the words that are parted at the end of a line. */
export const joinedLines = (
  lines: readonly string[],
  hyphenated: ReadonlySet<string> = new Set(),
): string => {
  const [first = '', ...others] = lines
  const parts = [first]
  for (const next of others) {
    const before = parts.at(-1)!
    const word = PARTED.exec(before.slice(-LONGEST_WORD))?.groups?.['word']
    const rest = /^\p{Ll}{1,40}/u.exec(next)?.[0]
    if (SOFT.test(before)) parts.splice(-1, 1, before.slice(0, -1), next)
    else if (word === undefined || rest === undefined || AFTER_OMISSION.test(next))
      parts.push(' ', next)
    else if (hyphenated.has(`${word}-${rest}`.toLowerCase())) parts.push(next)
    else parts.splice(-1, 1, before.slice(0, -1), next)
  }
  return parts.join('')
}
