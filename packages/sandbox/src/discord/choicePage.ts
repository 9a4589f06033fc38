import { SANDBOX_USERS } from '../seeds.ts';

/** A page of the sandbox's Discord with one link per choice. Escapes all text. */
export function choicePage({
	title,
	line,
	choices,
	cancel,
}: {
	title: string;
	line: string;
	choices: readonly { href: string; name: string; about: string }[];
	cancel?: string;
}): string {
	const links = choices.map(
		({ href, name, about }) =>
			`<a class="choice" href="${escape(href)}"><b>${escape(name)}</b><span>${escape(about)}</span></a>`,
	);
	return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Sandbox Discord: ${escape(title)}</title><style>
body{margin:0;min-height:100vh;display:grid;place-items:center;background:#1e1f22;color:#f2f3f5;font:16px/1.5 system-ui,sans-serif}
main{width:min(440px,100vw - 32px);background:#313338;border-radius:8px;padding:24px;box-sizing:border-box}
h1{font-size:20px;margin:0 0 4px}p{color:#b5bac1;margin:0 0 16px}
.choice{display:flex;flex-direction:column;padding:12px 16px;margin:8px 0;border-radius:6px;background:#2b2d31;color:inherit;text-decoration:none;border:1px solid #4e5058}
.choice:hover,.choice:focus-visible{border-color:#5865f2;outline:2px solid #5865f2}.choice span{color:#b5bac1;font-size:14px}
.cancel{display:inline-block;margin-top:8px;color:#b5bac1}</style></head>
<body><main><h1>${escape(title)}</h1><p>${escape(line)}</p>${links.join('')}${
		cancel ? `<a class="cancel" href="${escape(cancel)}">Cancel</a>` : ''
	}</main></body></html>`;
}

/** Replaces Discord's consent page: the visitor can sign in as any of the sandbox's users. */
export function consentPage(query: string): string {
	const link = (extra: string) => `/oauth2/authorize?${query}&${extra}`;
	return choicePage({
		title: 'Dropwire wants to know who you are',
		line: 'Sandbox Discord. Authorize as:',
		choices: Object.entries(SANDBOX_USERS).map(([name, user]) => ({
			href: link(`as=${name}`),
			name: user.globalName ?? user.username,
			about: user.about,
		})),
		cancel: link('cancel'),
	});
}

function escape(text: string): string {
	return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
