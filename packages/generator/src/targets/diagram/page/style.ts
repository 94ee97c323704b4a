import { type Palette, pictureRules } from '../draw.js';
import { type Markup, markup } from '../markup.js';
import { DARK, LIGHT } from '../svg.js';

/** Colours of the page besides those of the diagram. */
const MORE = {
  light: { panel: '#ffffff', hover: '#f0f3f9', rule: '#e3e6ec', code: '#f5f6f8', focus: '#2b59c3' },
  dark: { panel: '#1a1e25', hover: '#232935', rule: '#2c323d', code: '#20252e', focus: '#92b4ff' },
};

const variables = (palette: Palette, more: Readonly<Record<string, string>>): string =>
  Object.entries({ ...palette, ...more })
    .map(([name, color]) => `--${name}:${color}`)
    .join(';');

const VARIABLES: Palette = {
  canvas: 'var(--canvas)',
  box: 'var(--box)',
  head: 'var(--head)',
  border: 'var(--border)',
  line: 'var(--line)',
  text: 'var(--text)',
  muted: 'var(--muted)',
  accent: 'var(--accent)',
};

const light = variables(LIGHT, MORE.light);
const dark = variables(DARK, MORE.dark);

/** The style of the page: light and dark by what the reader prefers, or by the button; wide, narrow and on paper. */
export const STYLE: Markup = markup`
:root{color-scheme:light;${light}}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){color-scheme:dark;${dark}}}
:root[data-theme=dark]{color-scheme:dark;${dark}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--canvas);color:var(--text);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
code,pre,.columns th[scope=row],.type,.sql-type,.methods dd,h3{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
code,.columns th,.type,.sql-type,h3 a,nav a{unicode-bidi:isolate}
code,pre,.columns th[scope=row],.type,.sql-type,.methods dd{font-size:13px}
a{color:var(--accent);text-decoration:none}
a:hover{text-decoration:underline}
a code{color:inherit}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px;border-radius:4px}
section:focus,main:focus{outline:none}
h1,h2,h3,h4,p,ul,dl{margin:0}
ul{padding:0;list-style:none}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;left:-999px;top:8px;z-index:3;padding:8px 14px;background:var(--panel);border:1px solid var(--border);border-radius:8px}
.skip:focus{left:8px}
.dim{color:var(--muted)}
button{font:inherit;color:var(--text);background:var(--panel);border:1px solid var(--border);border-radius:8px;padding:4px 12px;cursor:pointer}
button:hover{background:var(--hover)}
.layout{display:grid;grid-template-columns:290px minmax(0,1fr);max-width:1720px}
nav{position:sticky;top:0;height:100vh;display:flex;flex-direction:column;gap:10px;padding:20px 16px 0 20px;border-right:1px solid var(--rule)}
.top{display:flex;align-items:center;justify-content:space-between;gap:8px}
.top p{font-weight:700;overflow-wrap:anywhere}
.search{position:relative}
.search input{width:100%;font:inherit;color:var(--text);background:var(--panel);border:1px solid var(--border);border-radius:8px;padding:7px 34px 7px 12px}
.search input::placeholder{color:var(--muted);opacity:1}
.search kbd{position:absolute;right:9px;top:8px;font:12px ui-monospace,monospace;color:var(--muted);border:1px solid var(--border);border-radius:5px;padding:1px 6px;pointer-events:none}
.search input:focus+kbd{display:none}
#found{font-size:13px;color:var(--muted)}
#list{overflow-y:auto;flex:1;margin:0 -8px;padding:2px 0 20px}
#list a{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 10px;padding:3px 8px;border-radius:6px;color:var(--text);font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
#list a:hover{background:var(--hover);text-decoration:none}
#list a:focus-visible{outline-offset:-2px}
#list a[aria-current]{background:var(--head);color:var(--accent);font-weight:700}
#list span{overflow-wrap:anywhere}
#list small{font-size:12px;color:var(--muted);font-weight:400;overflow-wrap:anywhere;min-width:0}
#list .group{padding:10px 8px 2px;font-size:12px;color:var(--muted)}
main{padding:24px 32px 64px;min-width:0}
h1{font-size:26px;line-height:1.25;overflow-wrap:anywhere}
.lead{color:var(--muted);margin-top:2px}
h2{font-size:17px;margin:30px 0 10px;overflow-wrap:anywhere}
.diagram{position:relative;border:1px solid var(--rule);border-radius:12px;background:var(--canvas);overflow:hidden}
.tools{display:flex;gap:6px;align-items:center;padding:8px;border-bottom:1px solid var(--rule);background:var(--panel);flex-wrap:wrap}
.tools button{min-width:36px}
.tools output{font-size:13px;color:var(--muted);min-width:4ch}
.tools p{font-size:13px;color:var(--muted);flex:1 1 320px;text-align:right}
.tools label{font-size:13px;color:var(--muted);display:flex;gap:6px;align-items:center}
.tools select{font:inherit;font-size:14px;color:var(--text);background:var(--panel);border:1px solid var(--border);border-radius:8px;padding:4px 8px}
.chosen{position:absolute;left:0;right:0;bottom:0;display:flex;gap:6px;align-items:center;flex-wrap:wrap;padding:7px 10px;border-top:1px solid var(--rule);background:var(--panel);font-size:13px;max-height:7.5rem;overflow-y:auto}
.chosen[hidden]{display:none}
.chosen strong{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;overflow-wrap:anywhere}
.chosen button{font-size:13px;padding:1px 9px}
.chosen a{padding:1px 4px}
.chosen span{color:var(--muted);margin-left:6px}
.diagram:fullscreen,.diagram.full{display:flex;flex-direction:column;border:0;border-radius:0}
.diagram.full{position:fixed;inset:0;z-index:5}
.diagram:fullscreen .pane,.diagram.full .pane{max-height:none;flex:1}
.pane{overflow:auto;max-height:min(74vh,860px);cursor:grab;overscroll-behavior:contain}
.pane:focus-visible{outline-offset:-3px;border-radius:0 0 12px 12px}
.pane.held{cursor:grabbing;user-select:none}
.pane svg{display:block;margin:0 auto;max-width:100%;height:auto}
.live .pane{padding-bottom:48px}
.live .pane svg{max-width:none}
${pictureRules(VARIABLES)}
.d-hit{fill:none;stroke:transparent;stroke-width:12;pointer-events:stroke}
.live .d-link,.live .d-node{cursor:pointer}
.d-node:focus{outline:none}
.d-node:focus-visible .d-box{stroke:var(--focus);stroke-width:3}
.d-node.near .d-box,.d-node.now .d-box,.d-node.hit .d-box{stroke:var(--accent);stroke-width:2}
.d-node.now .d-box,.d-node.hit .d-box{stroke-width:3}
.d-node.dim{opacity:.35}
.d-link.far{display:none}
.d-link.near{display:inline}
.lit .d-link:not(.near),.d-link.dim{opacity:.3}
.d-link.near .d-line,.d-link.near .d-end{stroke:var(--accent);stroke-width:2}
.d-node.away,.d-link.away{display:none}
@media screen{
.live .large .d-node:not(.in),.live .large .d-link:not(.in,.near),.live .large .d-node:not(.in) *,.live .large .d-link:not(.in,.near) *{display:none}
.table{content-visibility:auto;contain-intrinsic-size:auto 1px auto 900px}
}
.table{background:var(--panel);border:1px solid var(--rule);border-radius:12px;padding:18px 20px;margin-bottom:16px}
.table:target{border-color:var(--accent);box-shadow:0 0 0 1px var(--accent)}
h3{font-size:18px;line-height:1.3;overflow-wrap:anywhere}
h3 a{color:inherit}
.marks{display:flex;flex-wrap:wrap;gap:6px;margin-top:6px}
.marks li{font-size:12px;color:var(--accent);background:var(--head);border-radius:20px;padding:1px 10px}
.about{margin-top:4px;color:var(--muted);overflow-wrap:anywhere}
h4{font-size:13px;font-weight:600;color:var(--muted);margin:16px 0 4px;overflow-wrap:anywhere}
.columns{width:100%;border-collapse:collapse;margin-top:12px;table-layout:fixed}
.columns th,.columns td{text-align:left;vertical-align:top;padding:5px 14px 5px 0;border-top:1px solid var(--rule);overflow-wrap:anywhere}
.columns thead th{border-top:0;font-size:12px;font-weight:600;color:var(--muted)}
.columns th[scope=row]{font-weight:400}
.columns .key th[scope=row]{font-weight:700}
.columns th:nth-child(1){width:27%}
.columns th:nth-child(2),.columns th:nth-child(3){width:17%}
.columns td{font-size:14px}
.columns .dim{display:block}
.columns .type,.columns .sql-type{font-size:13px}
.sql-type{color:var(--muted)}
.pairs li{display:grid;grid-template-columns:minmax(0,calc(27% - 14px)) minmax(0,1fr);font-size:14px;gap:14px;padding:3px 0;overflow-wrap:anywhere}
.pairs a{text-decoration:underline;text-decoration-color:var(--border);text-underline-offset:3px}
details{border-top:1px solid var(--rule);margin-top:14px;padding-top:10px}
details+details{margin-top:10px}
summary{cursor:pointer;font-weight:600;font-size:14px;width:fit-content}
.methods{display:grid;grid-template-columns:minmax(0,27%) minmax(0,1fr)}
.methods dt,.methods dd{padding:4px 0;border-top:1px solid var(--rule)}
.methods dt{padding-right:14px;font-size:13px;color:var(--muted);overflow-wrap:anywhere}
.methods dd{margin:0;white-space:pre-wrap;overflow-wrap:anywhere;line-height:1.55}
.methods.names dd{word-spacing:.6em}
.sql{position:relative;margin-top:8px}
.sql pre{margin:0;padding:12px 14px;background:var(--code);border-radius:8px;white-space:pre-wrap;overflow-wrap:anywhere}
.copy{position:absolute;right:8px;top:8px;font-size:13px;padding:2px 10px}
footer{margin-top:28px;font-size:13px;color:var(--muted)}
@media (max-width:820px){
.layout{display:block}
nav{position:static;height:auto;padding:14px 16px 8px;border-right:0;border-bottom:1px solid var(--rule)}
#list{max-height:13rem;flex:none;padding-bottom:6px}
#list a{padding:6px 8px}
main{padding:18px 16px 48px}
h1{font-size:22px}
.tools p{display:none}
.tools select{max-width:46vw}
.chosen{max-height:6.5rem}
.table{padding:14px}
.columns,.columns tbody{display:block}
.columns thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.columns tr{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:0 12px;padding:7px 0;border-top:1px solid var(--rule)}
.columns th[scope=row],.columns td{display:block;width:auto;border:0;padding:0}
.columns th:nth-child(1),.columns th:nth-child(2),.columns th:nth-child(3){width:auto}
.columns .type{text-align:right}
.columns .sql-type{grid-area:2/2;text-align:right}
.columns td:last-child{grid-area:2/1}
.pairs li,.methods{grid-template-columns:1fr;gap:0;padding:5px 0}
.methods dt{padding-bottom:0}
.methods dd{padding-top:0;border-top:0}
button{min-height:36px}
}
@media print{
:root:root:root{color-scheme:light;${light}}
nav,.tools,.chosen,.copy,.skip{display:none}
.layout{display:block}
main{padding:0}
.pane{max-height:none;overflow:visible}
.live .pane{padding-bottom:0}
.pane svg,.live .pane svg{width:100%;height:auto;max-width:100%}
.table{border:0;border-top:1px solid var(--border);border-radius:0;padding:12px 0;break-inside:auto;box-shadow:none}
.columns tr,.pairs li{break-inside:avoid}
h3,h4{break-after:avoid}
a{color:inherit}
details:not([open]){display:none}
}
`.trim();
