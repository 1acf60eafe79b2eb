/** The operator's command line: `bin/therapy --help`. */
import { enableCompileCache } from 'node:module'
import { endWithReader } from '../providers/log/broken-pipe.ts'

// Compiled code is cached in the temporary folder, which halves the time of every command after the first.
enableCompileCache()
endWithReader()
const { run } = await import('./run.ts')
await run()
