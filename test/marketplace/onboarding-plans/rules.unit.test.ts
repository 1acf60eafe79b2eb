import { expect, test } from 'vitest'
import { NewRequirement } from '#marketplace/onboarding-plans/requirement.ts'
import { completed, isAskedOf } from '#marketplace/onboarding-plans/rules.ts'
import { newId } from '#platform/core/records/ids.ts'

const requirement = (more: object) =>
  NewRequirement.parse({ key: 'it', kind: 'DOCUMENT', title: 'It', ...more })

test.each([
  ['DOCUMENT', {}, 'APPLICANT'],
  ['LICENSE', {}, 'APPLICANT'],
  ['REFERENCE', { references: 2 }, 'REFEREE'],
  ['AGREEMENT', { formTemplateId: newId('formTemplate') }, 'APPLICANT'],
  ['TRAINING', {}, 'APPLICANT'],
  ['BACKGROUND_CHECK', {}, 'CENTRE'],
  ['INTERVIEW', {}, 'CENTRE'],
])('a %s is provided by %j by the %s unless the plan says otherwise', (kind, more, providedBy) => {
  expect(completed([requirement({ kind, ...more })])).toMatchObject([{ providedBy }])
})

test.each([
  [[{ kind: 'INTERVIEW', providedBy: 'APPLICANT' }], 'requirements.0.providedBy', 'mismatch'],
  [[{ kind: 'AGREEMENT' }], 'requirements.0.formTemplateId', 'required'],
  [[{ formTemplateId: newId('formTemplate') }], 'requirements.0.formTemplateId', 'mismatch'],
  [[{ kind: 'REFERENCE' }], 'requirements.0.references', 'required'],
  [[{ references: 1 }], 'requirements.0.references', 'mismatch'],
  [[{ kind: 'INTERVIEW', contentTypes: ['image/png'] }], 'requirements.0.contentTypes', 'mismatch'],
  [[{ kind: 'LICENSE', contentTypes: ['image/png'] }], 'requirements.0.contentTypes', 'mismatch'],
  [[{}, {}], 'requirements.1.key', 'duplicate'],
])('%j is refused at %s: %s', (given, path, code) => {
  expect(() => completed(given.map(requirement))).toThrow(
    expect.objectContaining({ issues: [expect.objectContaining({ path, code })] }),
  )
})

const [here, there] = [newId('location'), newId('location')]
test.each([
  [{}, { profession: null, locationIds: [] }, true],
  [{ professions: ['AUDIOLOGIST'] }, { profession: 'AUDIOLOGIST', locationIds: [] }, true],
  [{ professions: ['AUDIOLOGIST'] }, { profession: null, locationIds: [] }, false],
  [{ locationIds: [here] }, { profession: null, locationIds: [there, here] }, true],
  [{ locationIds: [here] }, { profession: null, locationIds: [there] }, false],
  // Providers who work at all locations work at this one.
  [{ locationIds: [here] }, { profession: null, locationIds: [] }, true],
])('%j requires %j: %j', (more, applicant, asked) => {
  const [made] = completed([requirement(more)])
  expect(isAskedOf(made!, applicant)).toBe(asked)
})
