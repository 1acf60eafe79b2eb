import type { Bidi } from 'bidi-js'
import { DEJAVU, fontName, loadLetters, type Weight } from './load-letters.ts'

interface Place {
  x: number
  y: number
  width: number
  align: 'left' | 'right' | 'center'
}

/** Letters that DejaVu has and that are drawn one after another: pdfkit sets them itself. */
const PLAIN =
  /^[\n\u0020-\u007e\u00a0-\u024f\u0384-\u03ce\u0400-\u045f\u1e00-\u1eff\u2010-\u2027\u2030-\u205e\u20ac\u2190-\u2193\u2212]*$/u

/** Composed letters, one kind of line end, and no control characters, for which fonts have no glyph. */
const clean = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n]/gu, ' ')

const isPlain = (text: string): boolean => PLAIN.test(text)

/** Part of a line in one font and one direction. */
interface Run {
  text: string
  font: string
}

type Document = PDFKit.PDFDocument

interface Shaping {
  features: PDFKit.Mixins.OpenTypeFeatures[]
}

/** Shapes a run as a whole. Without features, pdfkit shapes each word on its own. */
const WHOLE: Shaping = { features: [] }
/** Marks where the font draws them: fontkit fails if one has no anchor on its letter, as some of Gurmukhi. */
const UNATTACHED = {
  features: { mark: false, mkmk: false, abvm: false, blwm: false },
} as unknown as Shaping
/** Other scripts have marks above and below their letters: their lines are higher, mostly above the baseline. */
const HIGHER = 1.3
const ABOVE = 0.6
const DEJAVU_ASCENT = 0.928

/**
 * Sets text of any script: DejaVu for European languages, Noto for others, in the order of the Unicode
 * bidirectional algorithm. Fonts are cut to the letters of the document.
 * @param texts all texts of the document.
 */
export const openTypesetter = async (pdf: Document, texts: readonly string[]) => {
  pdf.registerFont('text', DEJAVU.text).registerFont('bold', DEJAVU.bold)
  const others = texts.map(clean).filter((it) => !isPlain(it))
  const set = others.length > 0 ? await openScripts(pdf, others) : undefined
  return {
    missing: set?.letters.missing ?? new Set<string>(),
    heightOf: (text: string, weight: Weight, size: number, width: number): number => {
      const cleaned = clean(text)
      if (!set || isPlain(cleaned)) return pdf.font(weight, size).heightOfString(cleaned, { width })
      return set.lay(cleaned, weight, size, width).height
    },
    draw: (text: string, weight: Weight, size: number, { x, y, width, align }: Place): void => {
      const cleaned = clean(text)
      if (!set || isPlain(cleaned))
        return void pdf.font(weight, size).text(cleaned, x, y, { width, align })
      set.draw(set.lay(cleaned, weight, size, width), { x, y, width, align })
    },
  }
}

/** Letters and marks are shaped together, with the spaces between their words. */
const SHAPED = /^[\p{L}\p{M}\p{Join_Control} ]$/u
const RIGHT_TO_LEFT =
  /[[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]&&\p{L}]/gv
/** They mark a part for the order, and are not drawn. */
const ISOLATES: ReadonlySet<string> = new Set(['\u2068', '\u2069'])
type Direction = 'ltr' | 'rtl'
const SEPARATOR = ' · '

/** Parts beside a separator do not change each other's order: a number after an Arabic name stays after it. */
const isolated = (line: string): string =>
  line.includes(SEPARATOR)
    ? line
        .split(SEPARATOR)
        .map((part) => `\u2068${part}\u2069`)
        .join(SEPARATOR)
    : line

/** By most of its letters: a label before a name, or a name in a sentence, does not turn the line around. */
const directionOf = (paragraph: string): Direction => {
  const all = paragraph.match(/\p{L}/gu) ?? []
  const rightToLeft = paragraph.match(RIGHT_TO_LEFT) ?? []
  return rightToLeft.length * 2 > all.length ? 'rtl' : 'ltr'
}

interface PlacedRun extends Run {
  /** From the left of the line. */
  x: number
}

interface Line {
  text: string
  /** In the order of the text, in which readers extract them. */
  runs: PlacedRun[]
  width: number
}

interface Laid {
  lines: Line[]
  size: number
  lineHeight: number
  height: number
  /** From the top of a line to its baseline. */
  ascent: number
}

const openScripts = async (pdf: Document, texts: readonly string[]) => {
  const { default: bidiFactory } = await import('bidi-js')
  // Its types describe a module, and the package is CommonJS.
  const bidi = (bidiFactory as unknown as () => Bidi)()
  const { letters, fonts } = await loadLetters(texts)
  for (const [name, font] of fonts) pdf.registerFont(name, font)

  const shapingOf = ({ text, font }: Run): Shaping => {
    try {
      pdf.font(font).widthOfString(text, WHOLE)
      return WHOLE
    } catch {
      return UNATTACHED
    }
  }
  const widthOf = (run: Run, size: number): number =>
    pdf.font(run.font, size).widthOfString(run.text, shapingOf(run))

  /** The runs of a line in its order, and their indexes from left to right. */
  const runsOf = (line: string, weight: Weight, direction: Direction) => {
    const text = isolated(line)
    const embedding = bidi.getEmbeddingLevels(text, direction)
    const runs: (Run & { level: number; shaped: boolean })[] = []
    const runAt: number[] = []
    let at = 0
    for (const { letter, drawn, slice } of letters.place(text)) {
      const level = embedding.levels[at]!
      const font = fontName(slice, weight)
      const last = runs.at(-1)
      const isRtl = level % 2 === 1
      const shaped = SHAPED.test(letter)
      // Signs between right-to-left letters are runs of their own, so that runs alone decide the order.
      const joins =
        last?.font === font && last.level === level && (!isRtl || (shaped && last.shaped))
      const mirrored = isRtl && !shaped ? (bidi.getMirroredCharacter(letter) ?? drawn) : drawn
      const glyph = ISOLATES.has(letter) ? '' : mirrored
      if (joins) last.text += glyph
      else runs.push({ text: glyph, font, level, shaped })
      for (const end = at + letter.length; at < end; at += 1) runAt[at] = runs.length - 1
    }
    const order = bidi.getReorderedIndices(text, embedding).map((index) => runAt[index]!)
    return { runs, order: [...new Set(order)] }
  }

  const linesOf = (paragraph: string, weight: Weight, size: number, width: number): Line[] => {
    const direction = directionOf(paragraph)
    const measured = (text: string): Line => {
      const { runs, order } = runsOf(text, weight, direction)
      const placed: PlacedRun[] = []
      let width = 0
      for (const index of order) {
        const run = runs[index]!
        placed[index] = { ...run, x: width }
        if (run.text !== '') width += widthOf(run, size)
      }
      return { text, runs: placed.filter((run) => run.text !== ''), width }
    }
    const pieces = piecesOf(paragraph)
      .map(measured)
      .flatMap((it) => (it.width > width ? charactersOf(it.text).map(measured) : [it]))
    const texts: string[] = ['']
    let filled = 0
    for (const piece of pieces) {
      const fits = filled === 0 || filled + measured(piece.text.trimEnd()).width <= width
      if (!fits) texts.push('')
      texts[texts.length - 1] += piece.text
      filled = (fits ? filled : 0) + piece.width
    }
    return texts.map((text) => measured(text.trimEnd()))
  }

  const lay = (text: string, weight: Weight, size: number, width: number): Laid => {
    const lines = text.split('\n').flatMap((it) => linesOf(it, weight, size, width))
    const own = pdf.font(weight, size).currentLineHeight(true)
    const lineHeight = own * HIGHER
    const ascent = DEJAVU_ASCENT * size + (lineHeight - own) * ABOVE
    return { lines, size, lineHeight, height: lineHeight * lines.length, ascent }
  }

  const draw = ({ lines, size, lineHeight, ascent }: Laid, place: Place): void => {
    let top = place.y
    for (const { text, runs, width } of lines) {
      if (top + lineHeight > pdf.page.maxY()) {
        pdf.addPage()
        top = pdf.page.margins.top
      }
      const left = place.x + (place.width - width) * shiftOf(place.align)
      // Readers copy and search the text as it is written, not the order and the forms of its glyphs.
      pdf.markContent('Span', { actual: text })
      for (const run of runs) {
        const options = { lineBreak: false, baseline: 'alphabetic', ...shapingOf(run) } as const
        pdf.font(run.font, size).text(run.text, left + run.x, top + ascent, options)
      }
      pdf.endMarkedContent()
      top += lineHeight
    }
    pdf.x = place.x
    pdf.y = top
  }
  return { letters, lay, draw }
}

/** Which part of the free space is left of a line. */
const shiftOf = (align: Place['align']): number =>
  align === 'left' ? 0 : align === 'right' ? 1 : 0.5

const GLUED = /^[\s\p{Pe}\p{Pf}\p{Po}\p{Pd}]/u
const OPENING = /[\p{Ps}\p{Pi}]$/u
const words = new Intl.Segmenter('en', { granularity: 'word' })
const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The parts of a paragraph between which a line may break, also in scripts that write no spaces. */
const piecesOf = (paragraph: string): string[] => {
  const pieces: string[] = []
  for (const { segment } of words.segment(paragraph)) {
    const last = pieces.at(-1)
    if (last !== undefined && (GLUED.test(segment) || OPENING.test(last)))
      pieces[pieces.length - 1] = last + segment
    else pieces.push(segment)
  }
  return pieces
}

const charactersOf = (piece: string): string[] =>
  [...characters.segment(piece)].map(({ segment }) => segment)
