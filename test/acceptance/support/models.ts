import type { Answer, Centre } from './centre.ts'
import type { Site } from './site.ts'

/** Connects the scripted model, which follows the instructions of its agent. */
export const aModel = (site: Site, centre: Centre): Promise<Answer> =>
  centre.post('/v1/ai/models', {
    name: 'Scripted',
    provider: 'OPENAI_COMPATIBLE',
    baseUrl: site.models.url,
    model: 'scripted',
    key: 'sk-0123456789abcdef4711',
    enabled: true,
  })
