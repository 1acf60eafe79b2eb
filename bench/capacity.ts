/** Writes docs/capacity.md from the unit costs in bench/capacity. `--check` fails if the page is not up to date. */
import { readFile, writeFile } from 'node:fs/promises'
import { capacityPage } from './capacity/page.ts'

const file = new URL('../docs/capacity.md', import.meta.url)
const page = await capacityPage()
if (!process.argv.includes('--check')) await writeFile(file, page)
else if ((await readFile(file, 'utf8')) !== page)
  throw new Error('docs/capacity.md is not up to date. Run node bench/capacity.ts.')
