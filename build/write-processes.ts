/** `node build/write-processes.ts <folder> <name>…`: bundles these processes. See processes.ts. */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown, type Plugin } from 'rolldown'
import { ENTRIES, ROOT } from './processes.ts'

const [, , folder, ...names] = process.argv
if (!folder || names.length === 0)
  throw new Error('An argument is missing. Run: node build/write-processes.ts <folder> api worker')

const LOCATIONS = path.join(import.meta.dirname, 'source-locations.ts')

/** Each process first loads what makes its stack traces name sources. */
const entries: Plugin = {
  name: 'entries',
  resolveId: (id) => (id in ENTRIES ? `\0${id}` : undefined),
  load: (id) => {
    const entry = ENTRIES[id.slice(1) as keyof typeof ENTRIES]
    if (!id.startsWith('\0') || !entry) return undefined
    const modules = [LOCATIONS, path.join(ROOT, entry)]
    return modules.map((module) => `import ${JSON.stringify(module)}`).join('\n')
  },
}

/** Modules find files of this project as if they were where their sources are. */
const locations: Plugin = {
  name: 'locations',
  transform: {
    filter: { code: 'import.meta' },
    handler: (code, id) =>
      id === LOCATIONS
        ? undefined
        : {
            code: code
              .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
              .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(id)))
              .replaceAll('import.meta.main', 'false'),
            // Lines stay, so the places in traces do too.
            map: null,
          },
  },
}

const build = await rolldown({
  input: Object.fromEntries(names.map((name) => [name, name])),
  cwd: ROOT,
  platform: 'node',
  // Packages stay where they are: some are native, and all find their own files.
  external: (id) => !/^[.#/\0]/.test(id) && !(id in ENTRIES),
  treeshake: { moduleSideEffects: true },
  plugins: [entries, locations],
})
await build.write({
  dir: folder,
  format: 'esm',
  entryFileNames: '[name].mjs',
  chunkFileNames: '[name]-[hash].mjs',
  sourcemap: 'hidden',
  sourcemapExcludeSources: true,
  // Whitespace and comments would stay in memory. Names stay readable.
  comments: false,
  charset: 'ascii',
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
})
