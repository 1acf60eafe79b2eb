import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { createFormTemplate } from '#clinical/form-templates/create-form-template.ts'
import { publishFormTemplate } from '#clinical/form-templates/publish-form-template.ts'
import { CreateFormTemplate } from '#clinical/form-templates/schemas.ts'
import { createService } from '#organization/services/create-service.ts'
import { CreateService } from '#organization/services/schemas.ts'

/** A service that requires a form with one question, `bad`. */
export const createServiceWithForm = async (ctx: Context, more: object = {}) => {
  const questions = [{ type: 'YES_NO', key: 'bad', label: 'Badly?', required: true }]
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
