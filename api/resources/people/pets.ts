import { createPet } from '#people/pets/create-pet.ts'
import { patchPet } from '#people/pets/patch-pet.ts'
import { getPet, listPets, PetQuery } from '#people/pets/queries.ts'
import { petRecord } from '#people/pets/record.ts'
import { Pet, CreatePet, PatchPet } from '#people/pets/schemas.ts'
import { archiveOperations } from '../../http/archive-operations.ts'
import { CHANGE_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = { name: 'Pets', about: 'Therapy animals and pets of clients.' }
const params = idParam('pet')

export const petOperations = [
  operation({
    id: 'createPet',
    method: 'post',
    path: '/v1/pets',
    tag,
    summary: 'Create a pet',
    description: 'A pet belongs to a client.',
    permission: 'pets:write',
    body: CreatePet,
    status: 201,
    response: Pet,
    errors: ['invalid_reference'],
    run: (ctx, { body }) => createPet(ctx, body),
  }),
  operation({
    id: 'listPets',
    method: 'get',
    path: '/v1/pets',
    tag,
    summary: 'List pets',
    description: 'Newest first. Archived pets are not included unless you set `state`.',
    permission: 'pets:read',
    query: PetQuery,
    status: 200,
    response: pageOf(Pet),
    run: (ctx, { query }) => listPets(ctx, query),
  }),
  operation({
    id: 'getPet',
    method: 'get',
    path: '/v1/pets/{id}',
    tag,
    summary: 'Retrieve a pet',
    description: 'Returns the animal’s record.',
    permission: 'pets:read',
    params,
    status: 200,
    response: Pet,
    errors: ['not_found'],
    run: (ctx, { params }) => getPet(ctx, params),
  }),
  operation({
    id: 'patchPet',
    method: 'patch',
    path: '/v1/pets/{id}',
    tag,
    summary: 'Change a pet',
    description: 'Members that you omit stay unchanged; null removes a value.',
    permission: 'pets:write',
    params,
    body: PatchPet,
    status: 200,
    response: Pet,
    errors: CHANGE_ERRORS,
    run: (ctx, { params, body, version }) => patchPet(ctx, { ...params, version, patch: body }),
  }),
  ...archiveOperations(petRecord, {
    path: '/v1/pets/{id}',
    tag,
    noun: 'a pet',
    response: Pet,
  }),
]
