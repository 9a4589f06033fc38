import type { Endpoint } from '@dropwire/contract';
import { type CallName, contract, ERROR_STATUS } from '@dropwire/contract';
import { z } from 'zod';
import { errorsOf, limitText, whoText } from './openApi.ts';

let page: string | undefined;

/**
 * The contract as a plain HTML page without scripts, generated once. Libraries for such a page ship megabytes; they can
 * load /api/openapi.json.
 */
export function docsPage(): string {
	page ??= build();
	return page;
}

function build(): string {
	const calls = Object.entries(contract) as [CallName, Endpoint][];
	const index = calls.map(
		([name, { method, path }]) => `<li><a href="#${name}"><code>${method} ${esc(path)}</code></a></li>`,
	);
	return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Dropwire: the calls</title>
<style>
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; background: light-dark(#ffffff, #0b0d10); color: light-dark(#14171c, #e8eaee); }
a { color: light-dark(#0b5cad, #6cb6ff); }
code, pre { font: 14px/1.45 ui-monospace, monospace; }
pre { overflow-x: auto; padding: .75rem; border: 1px solid #8886; border-radius: 6px; }
ul.index { columns: 20rem; padding-left: 1.2rem; }
section { border-top: 1px solid #8886; margin-top: 1.5rem; padding-top: .5rem; }
h2 { overflow-wrap: anywhere; } h2 code { font-size: 1rem; font-weight: 600; }
dt { font-weight: 600; } dd { margin: 0 0 .5rem; }
</style></head><body>
<h1>Dropwire: the calls</h1>
<p>JSON both ways. A browser is known by its session, a program by <code>Authorization: Bearer &lt;API token&gt;</code>. An error is
<code>{"error": {"code", "message", "fields"?}}</code>; quote its header <code>X-Request-Id</code> when you ask for help.
The same as <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
<ul class="index">${index.join('')}</ul>
${calls.map(([name, entry]) => section(name, entry)).join('\n')}
</body></html>
`;
}

function section(name: string, entry: Endpoint): string {
	const limit = limitText(entry);
	const facts: [string, string][] = [
		['Who', esc(whoText(entry))],
		[
			'Errors',
			errorsOf(entry)
				.map((code) => `<code>${code}</code> ${ERROR_STATUS[code]}`)
				.join(', '),
		],
	];
	if (limit) facts.push(['Limit', limit]);
	const parts = [
		['Path', entry.params],
		['Query', entry.query],
		['Body', entry.body],
		['Answer', typeof entry.output === 'string' ? undefined : entry.output],
	] as const;
	return `<section id="${name}"><h2><code>${entry.method} ${esc(entry.path)}</code></h2>
<p>${esc(entry.description)}</p>
<dl>${facts.map(([term, text]) => `<dt>${term}</dt><dd>${text}</dd>`).join('')}</dl>
${parts.map(([title, schema]) => (schema ? block(title, schema) : '')).join('')}
</section>`;
}

function block(title: string, schema: z.ZodType): string {
	const io = title === 'Answer' ? 'output' : 'input';
	const { $schema: _, ...shape } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
	return `<details><summary>${title}</summary><pre>${esc(JSON.stringify(shape, null, 2))}</pre></details>`;
}

function esc(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
