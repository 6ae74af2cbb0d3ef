// What may be put into a text: the arguments that the site fills in, the brand's facts, and links.
import { button, h, newId } from './dom.js'

/**
 * @param {{ tags: string[], arguments: { name: string, sample?: string }[], brandFacts: { name: string, sample?: string }[] }} allowed
 * @param {string} label
 * @param {(open: string, close?: string) => void} insert
 */
export function createInsert(allowed, label, insert) {
  const argumentOf = ({ name, sample }) =>
    chip(`{${name}}`, sample === undefined ? '' : `${sample}`, () => insert(`{${name}}`))
  const groups = [
    ['Links', allowed.tags.map((tag) => chip(`<${tag}>`, 'link', () => insert(`<${tag}>`, `</${tag}>`)))],
    ['This text’s own', allowed.arguments.map(argumentOf)],
    ['Facts of the brand', allowed.brandFacts.map(argumentOf)],
  ].filter(([, chips]) => chips.length > 0)
  if (groups.length === 0) return undefined
  return h(
    'details',
    { class: 'insert' },
    h('summary', { 'aria-label': `Insert, ${label}` }, 'Insert'),
    groups.map(([title, chips]) => createGroup(title, chips)),
  )
}

function createGroup(title, chips) {
  const id = newId()
  return h('div', { role: 'group', 'aria-labelledby': id }, h('span', { id, class: 'small' }, title), ...chips)
}

function chip(name, sample, onclick) {
  return button([h('span', { class: 'chip' }, name), ...(sample ? [` ${sample}`] : [])], onclick, {
    class: 'chip-button',
  })
}
