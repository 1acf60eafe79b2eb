import { Parser } from 'htmlparser2'
import { cleaned, type Block, type ReadText } from './block.ts'
import { assertDepth } from './assert-depth.ts'

/** Elements whose content is not part of the document's text. */
const LEFT_OUT = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'head',
  'svg',
  'iframe',
  'object',
])
/** Void elements. */
const VOID = new Set([
  'br',
  'hr',
  'img',
  'input',
  'meta',
  'link',
  'area',
  'base',
  'col',
  'embed',
  'source',
  'track',
  'wbr',
])
/** Inline elements. */
const INLINE = new Set([
  'a',
  'abbr',
  'b',
  'bdi',
  'bdo',
  'cite',
  'code',
  'data',
  'dfn',
  'em',
  'font',
  'i',
  'kbd',
  'mark',
  'q',
  's',
  'samp',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'time',
  'u',
  'var',
  'wbr',
  'ins',
  'del',
  'label',
])
const HIDING =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0|opacity\s*:\s*0(?:\D|$))/i

const isHidden = ({ hidden, style, 'aria-hidden': aria }: Record<string, string>): boolean =>
  hidden !== undefined || aria === 'true' || (style !== undefined && HIDING.test(style))

/** The visible text of HTML: without scripts and hidden elements. Each block has its headings. */
export const readHtml = (html: string): ReadText => {
  const blocks: Block[] = []
  const headings: string[] = []
  const open: { name: string; leftOut: boolean }[] = []
  let text = ''
  let leftOut = 0
  let tables = 0
  let hidden = false

  // Whether the current line has text. Searching the collected text instead would take quadratic time.
  let isLineBegun = false
  const write = (said: string) => {
    text += said
    isLineBegun = said.endsWith('\n') ? false : isLineBegun || said.trim() !== ''
  }
  const take = () => {
    const said = cleaned(text)
    text = ''
    isLineBegun = false
    return said
  }
  const flush = (whole = false) => {
    const said = take()
    if (said !== '')
      blocks.push({
        page: null,
        headings: headings.filter(Boolean),
        text: said,
        ...(whole && { whole }),
      })
  }
  const levelOf = (name: string) => Number(/^h([1-6])$/.exec(name)?.[1] ?? 0)

  const parser = new Parser({
    onopentag: (name, attributes) => {
      const isLeftOut = LEFT_OUT.has(name) || isHidden(attributes)
      hidden ||= isHidden(attributes)
      if (!VOID.has(name)) {
        open.push({ name, leftOut: isLeftOut })
        assertDepth(open.length)
        if (isLeftOut) leftOut += 1
      }
      if (leftOut > 0) return
      if (name === 'table' && (tables += 1) === 1) flush()
      else if (name === 'br' || name === 'li' || name === 'tr') write('\n')
      else if (name === 'td' || name === 'th') write(isLineBegun ? ' | ' : '')
      else if (
        tables === 0 &&
        !INLINE.has(name) &&
        !VOID.has(name) &&
        name !== 'ul' &&
        name !== 'ol'
      )
        flush()
    },
    ontext: (data) => {
      if (leftOut === 0) write(data.replaceAll(/\s+/g, ' '))
    },
    onclosetag: (name) => {
      if (VOID.has(name)) return
      const element = open.pop()
      if (element?.leftOut) leftOut -= 1
      if (leftOut > 0 || element?.leftOut) return
      const level = levelOf(name)
      if (level > 0) {
        headings.length = Math.min(headings.length, level - 1)
        while (headings.length < level - 1) headings.push('')
        headings.push(take().slice(0, LONGEST_HEADING))
      } else if (name === 'table') {
        tables -= 1
        if (tables === 0) flush(true)
      } else if (tables === 0 && !INLINE.has(name) && name !== 'li') flush()
    },
  })
  parser.end(html)
  flush()
  return { pageCount: null, blocks, hidden }
}

const LONGEST_HEADING = 200
