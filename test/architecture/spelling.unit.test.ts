import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './imports.ts'

/**
 * Oxford spelling: centre, cancelled, neighbour, organization. The statutes' words keep their own: program,
 * license, behavior, enrollment; so do the names of the code: catalog, artifact.
 */
const OTHERWISE =
  /programme|licence|(?:author|organ|recogn|normal|serial|summar|minim|initial|anonym|priorit|special|util|optim|final|synchron|categor)is(?:e|i|a)|paediatr|enrolment|\b(?:cent(?:er|ers|ered)|cancel(?:ed|ing)|neighbor\w*|labeled|honor(?:s|ed)?|signaled|traveled|modeled)\b/gi

/** Words of others: Stripe, PostgreSQL, Temporal, PDF and CSS, names of institutions. */
const QUOTED =
  /'canceled'|query_canceled|canceling statement|'signaled'|expired_or_canceled_card|appointment\.canceled|'canceled': |canceled: 'CANCELLED'|'center'|: center\b|place-items|ECTA Center|Harbor Therapy Center/g

const files = globSync('**/*.{ts,sql,prisma,md,json,yml}', {
  cwd: ROOT,
  exclude: [
    'node_modules',
    'prisma/generated',
    // Never edited once they are applied or released.
    'prisma/migrations',
    'api/openapi.json',
    'package-lock.json',
    'test/fixtures',
    'test/support/compose-spec.json',
    'test/architecture/spelling.unit.test.ts',
    // Words of families, in all spellings.
    'domain/knowledge/answers/lexicon',
    // German and Spanish.
    'domain/messaging/locales/{de,es}.json',
    'api/documents/changelog.ts',
    'api/documents/error-guide.ts',
    'docs/errors.md',
    'docs/changelog.md',
  ],
})

test('names and texts are in Oxford spelling', () => {
  expect(files.length).toBeGreaterThan(500)
  const found = files.flatMap((file) =>
    [file, ...readFileSync(path.join(ROOT, file), 'utf8').split('\n')]
      .filter((line) => line.replaceAll(QUOTED, '').search(OTHERWISE) !== -1)
      .map((line) => `${file}: ${line.trim().slice(0, 120)}`),
  )
  expect(found).toEqual([])
})
