import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Font } from 'fontkit'

/**
 * The scripts that DejaVu lacks, or whose letters it does not place. Each package has one variable font, cut by Unicode ranges into
 * files that `unicode.json` lists. Han letters are looked for in this order.
 */
const SCRIPTS = [
  'hebrew',
  'devanagari',
  'bengali',
  'gurmukhi',
  'gujarati',
  'oriya',
  'tamil',
  'telugu',
  'kannada',
  'malayalam',
  'sinhala',
  'thai',
  'lao',
  'khmer',
  'myanmar',
  'ethiopic',
  'armenian',
  'georgian',
  'thaana',
  'sc',
  'tc',
  'jp',
  'kr',
] as const
type Script = (typeof SCRIPTS)[number]

/** DejaVu draws these. Its Arabic has one glyph for each letter, so that readers can search a text. */
const BY_DEJAVU =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Common}\p{Script=Inherited}]$/u
/** These belong to the letter before them, and are drawn with its font. */
const ATTACHED = /^[\p{M}\p{Script=Common}\p{Script=Inherited}]$/u
/** Signs for joining and order, which are not drawn. */
const FORMAT = /^\p{Cf}$/u
const SPACE = 0x20
const LATIN_END = 0x02ff
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u

const WEIGHTS = { text: 400, bold: 700 }
export type Weight = keyof typeof WEIGHTS

/** Drawn for a letter that no font has. A PDF/A must not refer to a missing glyph. */
const REPLACEMENT = '\uFFFD'

const require = createRequire(import.meta.url)

/** DejaVu covers European languages, Greek, Cyrillic and more, which PDF's built-in fonts do not. */
export const DEJAVU = {
  text: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
} as const satisfies Record<Weight, string>

interface Slice {
  /** The name of the font in the document, without its weight. */
  name: string
  file: string
  ranges: (readonly [from: number, to: number])[]
  /** What the font really has, read when a letter in its ranges is first looked for. */
  letters?: ReadonlySet<number>
}

/** Read once, when a letter is first looked for in the script. */
const known = new Map<Script, Slice[]>()

const slicesOf = (script: Script): Slice[] => {
  const slices = known.get(script) ?? readSlices(script)
  known.set(script, slices)
  return slices
}

const readSlices = (script: Script): Slice[] => {
  const name = `noto-sans-${script}`
  const listed = require.resolve(`@fontsource-variable/${name}/unicode.json`)
  const ranges = JSON.parse(readFileSync(listed, 'utf8')) as Record<string, string>
  return Object.entries(ranges).map(([key, text]) => {
    const slice = `${name}-${key.replaceAll(/[[\]]/g, '')}`
    const file = require.resolve(`@fontsource-variable/${name}/files/${slice}-wght-normal.woff2`)
    return { name: slice, file, ranges: text.split(',').map(rangeOf) }
  })
}

/** `U+0600-06FF` or `U+060C`. */
const rangeOf = (text: string): readonly [number, number] => {
  const [from, to] = text.slice(2).split('-')
  return [Number.parseInt(from!, 16), Number.parseInt(to ?? from!, 16)]
}

let dejaVuLetters: ReadonlySet<number> | undefined

/** The code points that a font file has. */
type LettersOf = (file: string) => ReadonlySet<number>

/** A letter as it is drawn, and the font that draws it. `undefined` is DejaVu. */
interface Placed {
  letter: string
  /** The same, or the sign for a letter that no font has. */
  drawn: string
  slice: Slice | undefined
}

/** The letters of a document, and the fonts that draw them. */
class Letters {
  readonly #order: readonly Script[]
  readonly #lettersOf: LettersOf
  /** Letters that no font has. */
  readonly missing = new Set<string>()

  get #dejaVu(): ReadonlySet<number> {
    dejaVuLetters ??= this.#lettersOf(DEJAVU.text)
    return dejaVuLetters
  }

  constructor(order: readonly Script[], lettersOf: LettersOf) {
    this.#order = order
    this.#lettersOf = lettersOf
  }

  /** The letters of a text with their fonts. A mark is drawn with the font of the letter before it. */
  place(text: string): Placed[] {
    let before: Slice | undefined
    return Array.from(text).map((letter) => {
      const placed = this.#place(letter, before)
      before = placed.slice
      return placed
    })
  }

  #place(letter: string, before: Slice | undefined): Placed {
    const codePoint = letter.codePointAt(0)!
    const attached =
      before &&
      (codePoint === SPACE || codePoint > LATIN_END) &&
      ATTACHED.test(letter) &&
      this.#has(before, codePoint)
    const slice = attached ? before : this.#sliceFor(letter, codePoint)
    if (slice || FORMAT.test(letter) || this.#dejaVu.has(codePoint))
      return { letter, drawn: letter, slice }
    this.missing.add(letter)
    return { letter, drawn: REPLACEMENT, slice: undefined }
  }

  #sliceFor(letter: string, codePoint: number): Slice | undefined {
    if (BY_DEJAVU.test(letter) && this.#dejaVu.has(codePoint)) return undefined
    for (const script of this.#order) {
      const slice = slicesOf(script).find((it) => this.#has(it, codePoint))
      if (slice) return slice
    }
    return undefined
  }

  #has(slice: Slice, codePoint: number): boolean {
    // Each file has a space, though only that of Latin lists it.
    const listed = slice.ranges.some(([from, to]) => from <= codePoint && codePoint <= to)
    if (!listed && codePoint !== SPACE) return false
    slice.letters ??= this.#lettersOf(slice.file)
    return slice.letters.has(codePoint)
  }
}

/** The name of a font in the document. */
export const fontName = (slice: Slice | undefined, weight: Weight): string =>
  slice ? `${slice.name}-${weight}` : weight

/**
 * Chooses the fonts for the texts of a document and cuts them to its letters. A Japanese document draws Han letters
 * as they are written in Japan.
 */
export const loadLetters = async (texts: readonly string[]) => {
  // Few documents have such letters, so the libraries are loaded for them only.
  const { create } = await import('fontkit')
  const lettersOf: LettersOf = (file) => new Set((create(readFileSync(file)) as Font).characterSet)
  const order: readonly Script[] = texts.some((it) => KANA.test(it)) ? ['jp', ...SCRIPTS] : SCRIPTS
  const letters = new Letters(order, lettersOf)
  const placed = texts.flatMap((text) => letters.place(text)).filter(({ slice }) => slice)
  const fonts = new Map<string, Uint8Array>()
  for (const [slice, its] of Map.groupBy(placed, (it) => it.slice!)) {
    const text = [...new Set(its.map(({ letter }) => letter))].join('')
    for (const weight of ['text', 'bold'] as const)
      fonts.set(fontName(slice, weight), await subsetOf(slice, weight, text))
  }
  return { letters, fonts }
}

/** fontkit reads the size of a last glyph that is empty, such as a space, from beyond the end of the file. */
const BEYOND_END = Buffer.alloc(16)

const subsetOf = async (slice: Slice, weight: Weight, text: string): Promise<Uint8Array> => {
  const { default: subsetFont } = await import('subset-font')
  const font = await subsetFont(await readFile(slice.file), text, {
    targetFormat: 'truetype',
    variationAxes: { wght: WEIGHTS[weight] },
  })
  return Buffer.concat([font, BEYOND_END])
}
