import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'

import { openapi as openapiSchema } from '@scalar/schemas/openapi/3.1'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { CHANGELOG, changelogMarkdown } from '../../api/documents/changelog.ts'
import { exampleFor } from '../../api/documents/examples.ts'
import { STANDING_PATHS } from '../../api/documents/standing-paths.ts'
import { generatedDocuments } from '../../api/documents/write-documents.ts'
