import { Parser } from 'htmlparser2'

/** The colour of a highlight that stands for hidden text, of which mammoth has no notion. */
export const HIDDEN = 'hidden'

/** How the text of a style is shown. */
interface Marks {
  isStruck: boolean
  isHidden: boolean
}

/** The styles of a Word document by their id: only those that hide text or strike it out. */
export type WordStyles = ReadonlyMap<string, Marks>

const MARKING = /<([\w.-]+:)(dstrike|vanish)(?=[\s/>])([^>]*)>/g
const IS_OFF = /:val\s*=\s*["'](?:0|false|off)["']/

/** Writes hidden text as highlighted, and text that is struck out twice as struck out once: mammoth knows these. */
export const markedHidden = (xml: string): string =>
  xml.replaceAll(MARKING, (_, prefix: string, name: string, rest: string) => {
    const end = rest.endsWith('/') ? '/>' : '>'
    if (IS_OFF.test(rest)) return `<${prefix}noProof${end}`
    const mark = name === 'vanish' ? `highlight ${prefix}val="${HIDDEN}"` : 'strike'
    return `<${prefix}${mark}${end}`
  })

/** Styles that are based on more others than this are not followed to the end. */
const MOST_BASES = 20

/** The styles that hide text or strike it out, themselves or by a style that they are based on. */
export const stylesIn = (xml: string): WordStyles => {
  const styles = new Map<string, Marks & { basedOn?: string | undefined }>()
  let style: (Marks & { basedOn?: string | undefined }) | undefined
  let conditional = 0
  const parser = new Parser(
    {
      onopentag: (tag, attributes) => {
        const name = localName(tag)
        const valueOf = (attribute: string) =>
          Object.entries(attributes).find(([key]) => localName(key) === attribute)?.[1]
        if (name === 'style') {
          style = { isStruck: false, isHidden: false }
          styles.set(valueOf('styleId') ?? '', style)
        } else if (name === 'tblStylePr') conditional += 1
        else if (!style || conditional > 0) return
        else if (name === 'basedOn') style.basedOn = valueOf('val')
        else if (name === 'strike') style.isStruck = !OFF.has(valueOf('val') ?? '')
        else if (name === 'highlight' && valueOf('val') === HIDDEN) style.isHidden = true
      },
      onclosetag: (tag) => {
        if (localName(tag) === 'style') style = undefined
        else if (localName(tag) === 'tblStylePr') conditional -= 1
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
  const marksOf = (id: string, bases: number): Marks => {
    const own = styles.get(id)
    const base =
      own?.basedOn !== undefined && bases < MOST_BASES ? marksOf(own.basedOn, bases + 1) : undefined
    return {
      isStruck: Boolean(own?.isStruck || base?.isStruck),
      isHidden: Boolean(own?.isHidden || base?.isHidden),
    }
  }
  return new Map(
    [...styles.keys()]
      .map((id) => [id, marksOf(id, 0)] as const)
      .filter(([, { isStruck, isHidden }]) => isStruck || isHidden),
  )
}

const OFF = new Set(['0', 'false', 'off'])

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** An element of mammoth's document, as far as it is read here. */
interface WordElement {
  type: string
  styleId?: string | null
  children?: WordElement[]
  isStrikethrough?: boolean
  highlight?: string | null
}

/** Strikes out and hides the text of paragraphs and runs with these styles. */
export const markedByStyle =
  (styles: WordStyles) =>
  (document: WordElement): WordElement => {
    const mark = (element: WordElement, above: readonly Marks[]): void => {
      const own = styles.get(element.styleId ?? '')
      const marks = own ? [...above, own] : above
      if (element.type === 'run' && marks.some(({ isStruck }) => isStruck))
        element.isStrikethrough = true
      if (element.type === 'run' && marks.some(({ isHidden }) => isHidden))
        element.highlight = HIDDEN
      for (const child of element.children ?? []) mark(child, marks)
    }
    if (styles.size > 0) mark(document, [])
    return document
  }
