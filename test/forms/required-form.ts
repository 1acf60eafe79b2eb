import type { Context } from '../../domain/core/context.ts'
import { newId } from '../../domain/core/ids.ts'
import { createFormTemplate } from '../../domain/form-templates/create-form-template.ts'
import { publishFormTemplate } from '../../domain/form-templates/publish-form-template.ts'
import { CreateFormTemplate } from '../../domain/form-templates/schemas.ts'
import { createService } from '../../domain/services/create-service.ts'
import { CreateService } from '../../domain/services/schemas.ts'

/** A service that requires a form with one question, `bad`. */
export const createServiceWithForm = async (ctx: Context, more: object = {}) => {
  const questions = [{ type: 'yesNo', key: 'bad', label: 'Badly?', required: true }]
  const definition = { sections: [{ title: 'Sleep', questions }] }
  const template = { name: 'Intake', definition, ...more }
  const { id: templateId } = await createFormTemplate(ctx, CreateFormTemplate.parse(template))
  await publishFormTemplate(ctx, { id: templateId })
  const { id: serviceId } = await createService(
    ctx,
    CreateService.parse({
      code: newId('request').toUpperCase(),
      name: 'Intake visit',
      durationMinutes: 45,
      amount: 8500,
      requiredForms: [templateId],
    }),
  )
  return { templateId, serviceId }
}
