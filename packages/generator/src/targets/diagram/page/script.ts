import { type Markup, markup } from '../markup.js';

/**
 * What moves on the page. It runs in any browser as it stands, without a library and without a request; everything that is
 * on the page can be read without it.
 */
export const SCRIPT: Markup = markup`
'use strict';
(() => {
  const root = document.documentElement;
  const $ = (selector, from = document) => from.querySelector(selector);
  const $$ = (selector, from = document) => [...from.querySelectorAll(selector)];
  root.classList.add('live');

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
    for (const node of $$('.d-node')) node.classList.toggle('now', node.dataset.target === id);
    const section = entries.find((entry) => entry.section.id === id)?.section;
    if (section) section.focus({ preventScroll: true });
  };
  addEventListener('hashchange', showPlace);

  // The diagram: a pane that scrolls, and a picture that grows.
  for (const diagram of $$('.diagram')) {
    const pane = $('.pane', diagram), svg = $('svg', pane), percent = $('output', diagram);
    const width = svg.viewBox.baseVal.width, height = svg.viewBox.baseVal.height;
    let scale = 1;
    const zoom = (wanted, x = pane.clientWidth / 2, y = pane.clientHeight / 2) => {
      const next = Math.min(3, Math.max(0.08, wanted));
      const [left, top] = [(pane.scrollLeft + x) / scale, (pane.scrollTop + y) / scale];
      scale = next;
      svg.setAttribute('width', Math.round(width * scale));
      svg.setAttribute('height', Math.round(height * scale));
      pane.scrollLeft = left * scale - x;
      pane.scrollTop = top * scale - y;
      percent.textContent = Math.round(scale * 100) + ' %';
    };
    const fit = () => Math.min(1, pane.clientWidth / width, Math.max(pane.clientHeight, innerHeight * 0.7) / height);
    const deeds = { in: () => zoom(scale * 1.25), out: () => zoom(scale / 1.25), fit: () => zoom(fit()), one: () => zoom(1) };
    $('.tools', diagram).hidden = false;
    for (const button of $$('button', diagram)) button.addEventListener('click', deeds[button.dataset.do]);
    pane.addEventListener('keydown', (event) => {
      const deed = { '+': 'in', '=': 'in', '-': 'out', '0': 'fit', '1': 'one' }[event.key];
      if (!deed || event.ctrlKey || event.metaKey) return;
      deeds[deed]();
      event.preventDefault();
    });
    pane.addEventListener('wheel', (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const box = pane.getBoundingClientRect();
      zoom(scale * Math.exp(-event.deltaY / 300), event.clientX - box.left, event.clientY - box.top);
    }, { passive: false });
    let held;
    pane.addEventListener('pointerdown', (event) => {
      if (event.pointerType === 'mouse' && event.button === 0) held = { x: event.clientX, y: event.clientY, moved: false };
    });
    addEventListener('pointermove', (event) => {
      if (!held) return;
      const [x, y] = [event.clientX - held.x, event.clientY - held.y];
      if (!held.moved && Math.hypot(x, y) < 4) return;
      pane.classList.add('held');
      pane.scrollLeft -= x;
      pane.scrollTop -= y;
      held = { x: event.clientX, y: event.clientY, moved: true };
    });
    addEventListener('pointerup', () => { const moved = held?.moved; held = undefined; pane.classList.remove('held'); if (moved) pane.dataset.dragged = '1'; });
    pane.addEventListener('click', (event) => {
      const dragged = pane.dataset.dragged;
      delete pane.dataset.dragged;
      const node = event.target.closest('.d-node');
      if (node && !dragged) location.hash = node.dataset.target;
    });
    // A small picture is readable at once; of a large one the reader sees a part, and fits it by hand.
    zoom(Math.max(fit(), Number(pane.dataset.least)));
    pane.scrollLeft = pane.scrollTop = 0;
  }

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
})();
`.trim();
