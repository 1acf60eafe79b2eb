/** Mustang: an independent validator of e-invoices, with the XSD and the Schematron of EN 16931 and veraPDF. */
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { runDownload, type Reporting } from './downloads.ts'
import { withLock } from './lock.ts'
import { onPath } from './on-path.ts'
import { cacheDir } from './paths.ts'
import { lastLine } from './python-index.ts'

const VERSION = '2.16.2'
const STALL_MS = 60_000

const POM = `<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>therapy-care</groupId><artifactId>validator</artifactId><version>1</version>
  <dependencies><dependency>
    <groupId>org.mustangproject</groupId><artifactId>validator</artifactId><version>${VERSION}</version>
  </dependency></dependencies>
</project>
`

export interface Mustang {
  java: string
  /** The folder of its JAR files. */
  jars: string
}

/** The validator, from our cache or fetched by Maven. Undefined without Java 17 and Maven, or if the download fails. */
export async function mustangPath(options: Reporting = {}): Promise<Mustang | undefined> {
  const java = onPath('java')
  if (!java) return undefined
  const jars = cacheDir(`mustang-${VERSION}`)
  return withLock(cacheDir('locks', 'mustang'), async () =>
    hasJars(jars) || (await fetchJars(jars, options)) ? { java, jars } : undefined,
  )
}

const hasJars = (folder: string): boolean => {
  try {
    return readdirSync(folder).length > 0
  } catch {
    return false
  }
}

/** Downloads the JAR files, all or none. */
async function fetchJars(jars: string, { log, signal }: Reporting): Promise<boolean> {
  const maven = onPath('mvn')
  if (!maven) return false
  mkdirSync(path.dirname(jars), { recursive: true })
  const dir = mkdtempSync(`${jars}.`)
  try {
    writeFileSync(path.join(dir, 'pom.xml'), POM)
    const args = ['-B', '-q', '-f', path.join(dir, 'pom.xml'), 'dependency:copy-dependencies']
    const target = path.join(dir, 'jars')
    await runDownload(maven, [...args, `-DoutputDirectory=${target}`], {
      what: 'Mustang from Maven Central',
      dir,
      stallMs: STALL_MS,
      log,
      ...(signal && { signal }),
    })
    renameSync(target, jars)
    return true
  } catch (error) {
    signal?.throwIfAborted()
    log?.(`Mustang cannot be downloaded: ${lastLine(error)}`)
    return false
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
