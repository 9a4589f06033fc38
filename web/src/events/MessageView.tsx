import '../announcements/announcements.css';
import { Markdown, MarkdownLine } from '../announcements/Markdown.tsx';
import { dateTime } from '../ui/format.ts';

/** The parts of Discord's webhook body that Dropwire sends (Discord's documentation, "Execute Webhook"). */
interface Body {
	username?: string;
	embeds?: readonly Embed[];
}
interface Embed {
	title?: string;
	url?: string;
	description?: string;
	color?: number;
	fields?: readonly { name: string; value: string; inline?: boolean }[];
	thumbnail?: { url: string };
	footer?: { text: string };
	timestamp?: string;
}

/** An event's message as Discord shows it where no option of a subscription changes it. */
export function MessageView({ body }: { body: unknown }) {
	const { username, embeds = [] } = body as Body;
	return (
		<section className="card discord night message-view" aria-label="Message">
			<header>
				<b>{username}</b> <span className="app">APP</span>
			</header>
			{embeds.map((embed, index) => (
				<EmbedView key={index} embed={embed} />
			))}
		</section>
	);
}

function EmbedView({ embed }: { embed: Embed }) {
	const { title = '', url, description = '', color = 0, fields = [], thumbnail, footer, timestamp } = embed;
	return (
		<div className="embed" style={{ borderLeftColor: `#${color.toString(16).padStart(6, '0')}` }}>
			<div className="embed-texts">
				<p className="embed-title">
					{url ? (
						<a href={url} target="_blank" rel="noreferrer">
							<MarkdownLine text={title} />
						</a>
					) : (
						<MarkdownLine text={title} />
					)}
				</p>
				<Markdown text={description} />
				<dl className="embed-fields">
					{fields.map(({ name, value, inline }, index) => (
						<div key={index} className={inline ? 'inline' : ''}>
							<dt>{name}</dt>
							<dd>
								<Markdown text={value} />
							</dd>
						</div>
					))}
				</dl>
			</div>
			{thumbnail && <img className="embed-picture" src={thumbnail.url} alt="" width={80} height={80} />}
			<footer>
				{footer?.text}
				{timestamp && ` • ${dateTime(Date.parse(timestamp))}`}
			</footer>
		</div>
	);
}
