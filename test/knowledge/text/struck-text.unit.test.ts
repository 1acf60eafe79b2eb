import { describe, expect, test } from 'vitest'
import { parse } from '#knowledge/documents/parse.ts'
import type { KnowledgeFormat } from '#knowledge/documents/rules.ts'
import { readHtml } from '#knowledge/text/read-html.ts'
import { docxOf, stylesOf } from '../docx-of.ts'
import { drawnPdf } from '../pdf-of.ts'

const STRUCK = 'struck_text_left_out'
const HIDDEN = 'hidden_text_left_out'

/** The text of a file, and the codes of its warnings. */
const read = async (format: KnowledgeFormat, contents: string | Uint8Array) => {
  const bytes = typeof contents === 'string' ? new Uint8Array(Buffer.from(contents)) : contents
  const parsed = await parse({ format, bytes })
  if ('code' in parsed) throw new Error(parsed.detail)
  const text = parsed.passages.map((passage) => passage.text).join('\n\n')
  return { text, warnings: parsed.warnings.map(({ code }) => code) }
}

describe('what is struck out is left out, with a warning', () => {
  test.each([
    ['del', '<p>The fee is <del>25 EUR</del> <ins>40 EUR</ins>.</p>', 'The fee is 40 EUR.'],
    ['s', '<p>Open daily. <s>Parking is free.</s></p>', 'Open daily.'],
    [
      'strike, which does not part the sentence',
      '<p>We are <strike>not</strike> open.</p>',
      'We are open.',
    ],
    ['a whole paragraph', '<p><s>Parking is free</s>.</p><p>Open.</p>', 'Open.'],
    [
      'a style',
      '<p>Fee: <span style="color: red; text-decoration: underline line-through">25</span> 40.</p>',
      'Fee: 40.',
    ],
    [
      'a style of lines',
      '<p style="text-decoration-line:line-through">Old.</p><p>New.</p>',
      'New.',
    ],
    [
      'a style sheet',
      `<style>/* of { 2020 */ p, .old { margin: 0 } @media screen { .old, li.gone > b { text-decoration: line-through } }</style>
       <p>A <i class="very old">b</i> c.</p><ul><li class="gone">D <b>e</b> f.</li></ul><p>G <b>h</b>.</p>`,
      'A c.\n\nD f.\n\nG h.',
    ],
    [
      'a cell, without moving the next ones',
      '<table><tr><th>Day<th>Fee<th>Note</tr><tr><td>Mo<td><del>5</del><td>none</tr><tr><td>Tu<td style="text-decoration:line-through">6<td>new</table>',
      'Day: Mo · Note: none\nDay: Tu · Note: new',
    ],
  ])('HTML: %s', async (_, html, text) => {
    expect(await read('HTML', html)).toEqual({ text, warnings: [STRUCK] })
  })

  test('style sheets that underline, or that strike out on hovering, leave out nothing', () => {
    const { blocks, leftOut } = readHtml(
      '<style>p { text-decoration: underline } a:hover, [x] { text-decoration: line-through }</style><p>All <a x="1">valid</a>.</p>',
    )
    expect([blocks[0]!.text, leftOut]).toEqual(['All valid.', []])
  })

  test('Markdown', async () => {
    const text = 'A report costs ~~60 EUR~~ 85 EUR.\n\n~~Dogs may be brought along.~~\n'
    expect(await read('MARKDOWN', text)).toEqual({
      text: 'A report costs 85 EUR.',
      warnings: [STRUCK],
    })
  })

  const run = (text: string, properties = '') =>
    `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`
  const paragraph = (runs: string, style = '') =>
    `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}${runs}</w:p>`

  test.each([
    ['once', '<w:strike/>', STRUCK],
    ['twice', '<w:dstrike w:val="true"/>', STRUCK],
    ['by a style that is based on another', '<w:rStyle w:val="Gone"/>', STRUCK],
    ['hidden', '<w:vanish/>', HIDDEN],
  ])('Word: %s', async (_, properties, warning) => {
    const body = paragraph(
      run('The wait is ') +
        run('four weeks ', properties) +
        run('nine weeks', '<w:strike w:val="0"/><w:dstrike w:val="0"/><w:vanish w:val="0"/>') +
        run('.'),
    )
    const styles = stylesOf(
      '<w:style w:type="character" w:styleId="Old"><w:name w:val="Old"/><w:rPr><w:strike/></w:rPr></w:style><w:style w:type="character" w:styleId="Gone"><w:name w:val="Gone"/><w:basedOn w:val="Old"/></w:style>',
    )
    const document = await read('DOCX', docxOf(body, styles))
    expect(document).toEqual({ text: 'The wait is nine weeks.', warnings: [warning] })
  })

  test('Word: a paragraph by its style', async () => {
    const styles = stylesOf(
      '<w:style w:type="paragraph" w:styleId="Repealed"><w:name w:val="Repealed"/><w:rPr><w:strike/></w:rPr></w:style>',
    )
    const body = paragraph(run('Parking is free.'), 'Repealed') + paragraph(run('Open daily.'))
    expect(await read('DOCX', docxOf(body, styles))).toEqual({
      text: 'Open daily.',
      warnings: [STRUCK],
    })
  })

  test('PDF: a line through the letters, but not below them', async () => {
    const bytes = await drawnPdf((document) => {
      document.text('The fee is ', { continued: true })
      document.text('25 EUR', { strike: true, continued: true })
      document.text(' 40 EUR.', { strike: false })
      document.text('Shoes stay outside.', { underline: true })
      document.strike(72, 200, 100, 12).text('Parking is free.', 72, 200)
    })
    expect(await read('PDF', bytes)).toEqual({
      text: 'The fee is 40 EUR. Shoes stay outside.',
      warnings: [STRUCK],
    })
  })
})
