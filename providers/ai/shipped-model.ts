import { existsSync } from 'node:fs'
import path from 'node:path'
import { cacheFolder } from '../build-cache/index.ts'

/** The number changes when the same text gets another vector. */
const NAME = 'multilingual-e5-small-1'

/** Where `bin/up` and the image put the sentence model that the platform ships. */
export const shippedModelFolder = (): string => path.join(cacheFolder('models'), NAME)

export const isModelShipped = (): boolean => existsSync(shippedModelFolder())
