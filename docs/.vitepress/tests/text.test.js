// Tests how texts are split into search words, and how headings become anchors.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { anchor } from '../anchors.js'
import { repository } from '../ladder.js'
import { pages } from '../pages.js'
import { words } from '../words.js'

test('search finds the middle of a run of Chinese or Japanese characters', () => {
  assert.deepEqual(words('并行归约算法'), ['并行', '行归', '归约', '约算', '算法'])
  assert.deepEqual(words('和'), ['和'])
  assert.deepEqual(words('CUDAの共有メモリ'), ['CUDA', 'の共', '共有', '有メ', 'メモ', 'モリ'])
  assert.deepEqual(words('a bank conflict, `shared_load`: 3.33×'), ['a', 'bank', 'conflict', 'shared', 'load', '3', '33', ''].filter(Boolean))
})

test('anchors are the same as on GitHub', () => {
  assert.equal(anchor('`v1`: strided index'), 'v1-strided-index')
  assert.equal(anchor('Agreement with the hardware'), 'agreement-with-the-hardware')
  assert.equal(anchor("What the sources got wrong (Harris's slides)"), 'what-the-sources-got-wrong-harriss-slides')
  assert.equal(anchor('Latency & bytes in flight'), 'latency--bytes-in-flight')
})

test('the address of the repository is that of package.json wherever it occurs', () => {
  const { repository: address } = JSON.parse(readFileSync(join(repository, 'docs/package.json'), 'utf8'))
  const typed = (file) => readFileSync(join(repository, file), 'utf8').match(/git clone \S+/g) ?? []
  assert.deepEqual(typed('README.md'), [`git clone ${address}`])
  for (const page of pages()) for (const line of typed(`docs/${page}.md`)) assert.equal(line, `git clone ${address}`, page)
})
