/** The operator's command line: `bin/therapy --help`. */
import { enableCompileCache } from 'node:module'
import { endWithReader } from '../providers/log/broken-pipe.ts'

// Halves the time of every command after the first; compiled code is cached in the temporary folder.
enableCompileCache()
endWithReader()
const { run } = await import('./run.ts')
await run()
