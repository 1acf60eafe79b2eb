import { IDENTITY, pointAt, product, type Matrix } from './matrix.ts'

/** A text that a page draws in one go. */
export interface WrittenText {
  text: string
  /** The direction and size of its letters, and where it starts on the page. */
  transform: Matrix
  width: number
}

/** The state of a page that decides where its text is. */
export interface Lettering {
  matrix: Matrix
  size: number
  letterSpacing: number
  wordSpacing: number
  scale: number
  leading: number
  rise: number
}

/** A letter of pdf.js; a number is a distance, in thousandths of the size to the left. */
export type Glyph = number | { unicode: string; width: number; isSpace: boolean }

const THOUSAND = 1_000
/** A distance of this share of the letters is a space, and a larger one starts another text. */
const SPACE = 0.15
const APART = 0.6

/** Ligatures, and Arabic letters in the form that they have beside others. */
const JOINED = /[\ufb00-\ufb06\ufb50-\ufdff\ufe70-\ufefc]/gu

/** Follows the place of text on a page (PDF 32000-1, 9.4). */
export interface TextPen {
  setMatrix: (matrix: Matrix) => void
  move: (dx: number, dy: number) => void
  write: (glyphs: readonly Glyph[], lettering: Lettering) => WrittenText[]
}

export const textPen = (): TextPen => {
  let matrix: Matrix = IDENTITY
  let [lineX, y, x] = [0, 0, 0]
  return {
    setMatrix: (next) => {
      matrix = next
      lineX = y = x = 0
    },
    move: (dx, dy) => {
      lineX += dx
      y += dy
      x = lineX
    },
    write: (glyphs, { size, scale, letterSpacing, wordSpacing, rise, ...lettering }) => {
      const onPage = product(lettering.matrix, matrix)
      const [a, b, c, d] = onPage
      const written: WrittenText[] = []
      let text = ''
      let start = x
      const end = () => {
        const [left, baseline] = pointAt(onPage, start, y + rise)
        const transform: Matrix = [a * size, b * size, c * size, d * size, left, baseline]
        if (text.trim() !== '')
          written.push({ text, transform, width: (x - start) * Math.hypot(a, b) })
        text = ''
        start = x
      }
      for (const glyph of glyphs)
        if (typeof glyph === 'number') {
          const gap = (-glyph * size) / THOUSAND
          if (gap > APART * size) end()
          else if (gap > SPACE * size) text += ' '
          x += gap * scale
          if (text === '') start = x
        } else {
          text += glyph.unicode.replaceAll(JOINED, (letters) => letters.normalize('NFKC'))
          const spacing = letterSpacing + (glyph.isSpace ? wordSpacing : 0)
          x += ((glyph.width * size) / THOUSAND + spacing) * scale
        }
      end()
      return written
    },
  }
}
