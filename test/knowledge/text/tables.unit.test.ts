import { describe, expect, test } from 'vitest'
import { sentencesOf } from '#knowledge/answers/sentences-of.ts'
import { parse } from '#knowledge/documents/parse.ts'
import { passagesOf, textOf } from '#knowledge/text/passages-of.ts'
import { readHtml } from '#knowledge/text/read-html.ts'
import { processorTime } from '../../support/processor-time.ts'
import { docxOf } from '../docx-of.ts'

const tableOf = (rows: string) => readHtml(`<table>${rows}</table>`).blocks.map(({ text }) => text)

const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`

const PRICES = [
  row('Service', 'Price'),
  row('Speech therapy', '80 EUR'),
  row('Occupational therapy', '87 EUR'),
].join('')
const LABELLED =
  'Service: Speech therapy · Price: 80 EUR\nService: Occupational therapy · Price: 87 EUR'

describe('each row of a table names its columns', () => {
  test.each([
    ['marked as the header', PRICES.replaceAll(/<td>(Service|Price)<\/td>/g, '<th>$1</th>')],
    ['in bold', PRICES.replace('Service', '<b>Service</b>').replace('Price', '<b>Price:</b>')],
    ['of words above figures', PRICES],
  ])('from a first row %s', (_, rows) => {
    expect(tableOf(rows)).toEqual([LABELLED])
  })

  test('from words above sentences, and above three full columns', () => {
    expect(
      tableOf(
        row('Case', 'Rule') +
          row('Illness', 'Call us before eight.') +
          row('Travel', 'Tell us the week before.'),
      ),
    ).toEqual([
      'Case: Illness · Rule: Call us before eight.\nCase: Travel · Rule: Tell us the week before.',
    ])
    expect(
      tableOf(row('Name', 'Role', 'Room') + row('Anna', 'SLP', 'Blue') + row('Ben', 'OT', 'Red')),
    ).toEqual(['Name: Anna · Role: SLP · Room: Blue\nName: Ben · Role: OT · Room: Red'])
  })

  test('but not from a first row that is like the others', () => {
    expect(
      tableOf(row('Monday', '8 to 18') + row('Tuesday', '9 to 12') + row('Friday', '8 to 12')),
    ).toEqual(['Monday | 8 to 18\nTuesday | 9 to 12\nFriday | 8 to 12'])
    expect(tableOf(row('Phone', 'Anna') + row('Fax', 'Ben'))).toEqual(['Phone | Anna\nFax | Ben'])
  })

  test('with cells that span rows and columns, two rows of headers, a title, and lines in a cell', () => {
    const { blocks } = readHtml(`
      <h2>Fees</h2><table><caption>From May</caption>
      <thead><tr><th>Service<th>Length<th colspan=2>Price<tr><th><th><th>private<th>insured</thead>
      <tr><td rowspan=2>Speech<td>30 min<td>80<td>20
      <tr><td>60 min<td colspan=2>on request
      <tr><td colspan=4>Groups
      <tr><td>Swimming<td>8 to 9<br>17 to 18<td><p>12</p><p>(from June)</p><td>
      <tr><th>Service<th>Length<th>Family<tr><td>Music<td>45 min<td>30
      <tr><td colspan=4>Families pay once a month.</table>`)
    expect(blocks).toEqual([
      {
        page: null,
        headings: ['Fees', 'From May'],
        table: 'labelled',
        text: [
          'Service: Speech · Length: 30 min · Price private: 80 · Price insured: 20',
          'Service: Speech · Length: 60 min · Price private, Price insured: on request',
          'Groups · Service: Swimming · Length: 8 to 9, 17 to 18 · Price private: 12, (from June)',
          'Groups · Service: Music · Length: 45 min · Family: 30',
          'Families pay once a month.',
        ].join('\n'),
      },
    ])
  })

  test('but a table for the layout, with headings or other tables, is blocks', () => {
    const { blocks } = readHtml(
      `<table><tr><td><h2>Hours</h2><p>We open at 8.</p><table>${PRICES}</table></td><td>Call us.</td></tr></table>`,
    )
    expect(blocks.map(({ headings, text }) => [headings.join(), text])).toEqual([
      ['Hours', 'We open at 8.'],
      ['Hours', LABELLED],
      ['Hours', 'Call us.'],
    ])
  })

  test('in plain text, with tabs between cells', async () => {
    const text =
      'Prices\n\nService\tPrice\nSpeech therapy\t80 EUR\nOccupational therapy\t87 EUR\n\n\tAsk.\n'
    const bytes = new Uint8Array(Buffer.from(text))
    expect(await parse({ format: 'TEXT', bytes })).toMatchObject({
      passages: [{ text: 'Prices' }, { text: LABELLED }, { text: 'Ask.' }],
    })
  })

  test('in Word', async () => {
    const cells = (...texts: string[]) =>
      `<w:tr>${texts.map((text) => `<w:tc><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`).join('')}</w:tr>`
    const bytes = docxOf(
      `<w:tbl>${cells('Service', 'Price')}${cells('Speech therapy', '80 EUR')}${cells('Occupational therapy', '87 EUR')}</w:tbl>`,
    )
    expect(await parse({ format: 'DOCX', bytes })).toMatchObject({ passages: [{ text: LABELLED }] })
  })
})

describe('a long table', () => {
  const rows = Array.from({ length: 80 }, (_, n) => `| Service V${n} | 30 min | ${50 + n} EUR |`)
  const markdown = `| Service | Length | Insured price |\n|---|---|---|\n${rows.join('\n')}\n`

  test('is cut between rows, each of which is a quote that stands in its passage', async () => {
    const bytes = new Uint8Array(Buffer.from(markdown))
    const parsed = await parse({ format: 'MARKDOWN', bytes })
    const passages = 'passages' in parsed ? parsed.passages : []
    expect(passages.length).toBeGreaterThan(3)
    const quotes = passages.flatMap(({ text }) => {
      expect(text.length).toBeLessThanOrEqual(1_000)
      return sentencesOf(text).map((sentence) => {
        expect(text.slice(sentence.start, sentence.start + sentence.text.length)).toBe(
          sentence.text,
        )
        return sentence.text
      })
    })
    expect(quotes).toEqual(
      rows.map((_, n) => `Service: Service V${n} · Length: 30 min · Insured price: ${50 + n} EUR`),
    )
  })

  test('is cut between the cells of a row that is too long', () => {
    const long = `${'word '.repeat(120).trim()}.`
    const { blocks } = readHtml(
      `<table>${row('A', 'B', 'C')}${row(long, long, long).repeat(2)}</table>`,
    )
    const text = textOf(blocks)
    for (const { startsWith, text: said } of passagesOf(blocks)) {
      expect(text.slice(startsWith, startsWith + said.length)).toBe(said)
      expect(said).toMatch(/^[ABC]: word .*word\.(?: ·)?$/)
    }
  })

  test('of 100,000 rows takes linear time, and what spans all of them is bounded', () => {
    const spent = processorTime()
    const many = row('Speech', '30 min', '80 EUR', '20 EUR').repeat(100_000)
    const [block] = readHtml(
      `<table>${row('Service', 'Length', 'Price', 'Paid')}${many}</table>`,
    ).blocks
    expect(block!.text.split('\n')).toHaveLength(100_000)
    expect(block!.text).toMatch(/Service: Speech · Length: 30 min · Price: 80 EUR · Paid: 20 EUR$/)
    const spanning = '<td rowspan=65534 colspan=1000>all of it and more</td>'.repeat(2_000)
    expect(() => readHtml(`<table><tr>${spanning}${'<tr><td>x'.repeat(100_000)}</table>`)).toThrow(
      'too long',
    )
    // Repeating each cell in each row that it spans would take hours.
    expect(spent()).toBeLessThan(20_000)
  })
})
