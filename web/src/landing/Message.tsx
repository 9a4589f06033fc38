import { Markdown, MarkdownLine } from '../message/Markdown.tsx';
import type { SampleMessage } from './data.ts';

/** A message as Discord shows it. Its pictures are drawn, and part of this site. */
export function Message({ message: { body, delayMs } }: { message: SampleMessage }) {
	return (
		<div className="message">
			<img className="avatar" src="/favicon.svg" alt="" width="40" height="40" fetchPriority="low" />
			<div>
				<p className="who">
					<b>{body.username}</b> <span className="app">APP</span>
				</p>
				{body.embeds.map(({ title, description = '', color, fields, thumbnail, footer }) => (
					<div className="embed" key={title} style={{ borderColor: `#${color.toString(16).padStart(6, '0')}` }}>
						<div>
							<p className="title">
								<MarkdownLine text={title} />
							</p>
							<Markdown text={description} />
						</div>
						{thumbnail && (
							<img
								className="thumbnail"
								src={new URL(thumbnail.url).pathname}
								alt=""
								width="80"
								height="80"
								fetchPriority="low"
							/>
						)}
						<div className="fields">
							{fields.map(({ name, value, inline }) => (
								<div key={name + value} className={inline ? 'field' : 'field wide'}>
									<b>{name}</b>
									<Markdown text={value} />
								</div>
							))}
						</div>
						<p className="foot">{footer.text}</p>
					</div>
				))}
				<p className="delay">Delivered {delayMs} ms after the change was seen</p>
			</div>
		</div>
	);
}
