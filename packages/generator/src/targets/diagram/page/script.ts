import { type Markup, markup } from '../markup.js';
import { DIAGRAM } from './diagram-script.js';

/**
 * What moves on the page. It runs in any browser as it stands, without a library and without a request; everything that is
 * on the page can be read without it. It stands in the head, so that the first lines laid out are those of a live page.
 */
export const SCRIPT: Markup = markup`
'use strict';
const root = document.documentElement;
root.classList.add('live');
addEventListener('DOMContentLoaded', () => {
  const $ = (selector, from = document) => from.querySelector(selector);
  const $$ = (selector, from = document) => [...from.querySelectorAll(selector)];
${DIAGRAM}

  // The theme: what the system says, until somebody decides.
  const theme = $('#theme');
  const isDark = () => (root.dataset.theme || (matchMedia('(prefers-color-scheme:dark)').matches ? 'dark' : 'light')) === 'dark';
  const showTheme = () => { theme.textContent = isDark() ? 'Light' : 'Dark'; theme.setAttribute('aria-label', 'Use ' + (isDark() ? 'light' : 'dark') + ' colours'); };
  const kept = (value) => { try { if (value) localStorage.setItem('orm-theme', value); return localStorage.getItem('orm-theme'); } catch { return null; } };
  if (kept() === 'dark' || kept() === 'light') root.dataset.theme = kept();
  theme.hidden = false;
  showTheme();
  matchMedia('(prefers-color-scheme:dark)').addEventListener('change', showTheme);
  theme.addEventListener('click', () => { root.dataset.theme = isDark() ? 'light' : 'dark'; kept(root.dataset.theme); showTheme(); });

  // Search: names of tables first, then names of columns and classes.
  const search = $('#search'), found = $('#found'), list = $('#list');
  const entries = $$('a', list).map((link) => {
    const section = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    const names = $$('tbody th', section).map((cell) => cell.textContent);
    return { link, item: link.parentElement, section, hint: $('small', link), about: $('small', link).textContent, name: $('span', link).textContent.toLowerCase(), names };
  });
  const filter = () => {
    const word = search.value.trim().toLowerCase();
    let count = 0;
    for (const entry of entries) {
      const column = word && !entry.name.includes(word) ? entry.names.find((name) => name.toLowerCase().includes(word)) : undefined;
      const shown = !word || entry.name.includes(word) || column !== undefined;
      entry.item.hidden = !shown;
      entry.hint.textContent = column === undefined ? entry.about : column;
      if (shown) count++;
    }
    // Tables that are called so come before those that have such a column.
    const isNamed = ({ name }) => (name.startsWith(word) ? 0 : name.includes(word) ? 1 : 2);
    const hits = word ? visible().sort((a, b) => isNamed(a) - isNamed(b)).map(({ section }) => section.id) : undefined;
    for (const diagram of diagrams) diagram.mark(hits);
    found.textContent = word ? (count === 0 ? 'nothing found' : count + ' of ' + entries.length + ' tables') : entries.length + (entries.length === 1 ? ' table' : ' tables');
  };
  const visible = () => entries.filter(({ item }) => !item.hidden);
  $('.search').hidden = false;
  search.addEventListener('input', filter);
  search.addEventListener('keydown', (event) => {
    const [first] = visible();
    if (event.key === 'Enter' && first) first.link.click();
    else if (event.key === 'ArrowDown' && first) first.link.focus();
    else if (event.key === 'Escape') { search.value = ''; filter(); }
    else return;
    event.preventDefault();
  });
  list.addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    const links = visible().map(({ link }) => link);
    const next = links.indexOf(document.activeElement) + step;
    (next < 0 ? search : links[Math.min(next, links.length - 1)]).focus();
    event.preventDefault();
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input')) return;
    search.focus();
    search.select();
    event.preventDefault();
  });

  // Where we are: the table of the address is marked in the list and in the diagram.
  const showPlace = () => {
    const id = decodeURIComponent(location.hash.slice(1));
    for (const { link, section } of entries) {
      if (section.id === id) link.setAttribute('aria-current', 'true'); else link.removeAttribute('aria-current');
    }
    for (const diagram of diagrams) diagram.go(id);
    const section = entries.find((entry) => entry.section.id === id)?.section;
    if (section) section.focus({ preventScroll: true });
  };
  addEventListener('hashchange', showPlace);
  // What a link in the list means can be seen in the diagram before it is followed.
  const hint = (event) => {
    const link = event.target.closest && event.target.closest('a');
    for (const diagram of diagrams) diagram.hint(link ? decodeURIComponent(link.hash.slice(1)) : '');
  };
  for (const name of ['pointerover', 'pointerleave', 'focusin', 'focusout']) list.addEventListener(name, (event) => hint(/leave|out/.test(name) ? { target: list } : event));

  const diagrams = $$('.diagram').map(live);

  for (const button of $$('.copy')) {
    button.addEventListener('click', async () => {
      const code = $('code', button.parentElement);
      try { await navigator.clipboard.writeText(code.textContent); }
      catch { getSelection().selectAllChildren(code); document.execCommand('copy'); getSelection().removeAllRanges(); }
      button.textContent = 'Copied';
      $('#said').textContent = 'Copied to the clipboard';
      setTimeout(() => { button.textContent = 'Copy'; $('#said').textContent = ''; }, 2000);
    });
  }
  filter();
  showPlace();
});
`.trim();
