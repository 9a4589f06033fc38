// Slash commands as Discord's users give them: choose one, fill it in while the bot suggests, read the answer below.
const ASK_EVERY_MS = 50;
const TYPING_PAUSE_MS = 150;

/**
 * @param page what the page has: node, control, note, here() with guildId and channelId, show(node), embedNode, markdown
 * @param users who may give commands
 */
export function slashCommands(form, users, page) {
	const { node, control, note } = page;
	const { as, command, options } = {
		as: form.elements.as,
		command: form.elements.command,
		options: form.querySelector('.options'),
	};
	let commands = [];
	as.append(...users.map(({ name, about }) => node('option', { value: name }, `${name} · ${about}`)));

	async function settled(view) {
		let seen = view;
		while (seen.state === 'waiting' || seen.state === 'thinking') {
			await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
			seen = await control('GET', `/discord/interactions/${view.id}`);
		}
		return seen;
	}

	/** The bot registers its commands when it starts, which may be after the page was opened. */
	async function load() {
		({ commands } = await control('GET', '/discord/commands'));
		const chosen = command.value;
		command.replaceChildren(
			...commands.map(({ name, description }) => node('option', { value: name }, `/${name} · ${description}`)),
		);
		if (commands.some(({ name }) => name === chosen)) command.value = chosen;
		renderOptions();
	}

	function given() {
		const filled = [...options.querySelectorAll('input, select')].filter(({ value }) => value);
		return Object.fromEntries(filled.map(({ name, value }) => [name, value]));
	}

	function where() {
		return { as: as.value, ...page.here(), name: command.value };
	}

	function renderOptions() {
		const own = commands.find(({ name }) => name === command.value)?.options ?? [];
		options.replaceChildren(...own.map((option) => (option.type === 7 ? channelField(option) : textField(option))));
	}

	function channelField({ name }) {
		const channels = page.channels().map((channel) => node('option', { value: channel.id }, `#${channel.name}`));
		return node(
			'label',
			{},
			name,
			node('select', { name }, node('option', { value: '' }, 'this channel'), ...channels),
		);
	}

	function textField({ name, required, description }) {
		const list = node('datalist', { id: `suggested-${name}` });
		const input = node('input', { name, required: required === true, placeholder: description, autocomplete: 'off' });
		input.setAttribute('list', list.id);
		let timer;
		const ask = async () => {
			try {
				const run = { ...where(), options: given(), focused: name };
				const { choices } = await settled(await control('POST', '/discord/commands', run));
				const found = (choices ?? []).map((choice) => node('option', { value: choice.value }, choice.name));
				list.replaceChildren(...found);
			} catch (error) {
				note(`No suggestions: ${error.message}`);
			}
		};
		const suggest = () => {
			clearTimeout(timer);
			timer = setTimeout(() => void ask(), TYPING_PAUSE_MS);
		};
		input.addEventListener('input', suggest);
		input.addEventListener('focus', suggest);
		return node('label', {}, name, input, list);
	}

	/** The answer as who gave the command sees it; its buttons work. */
	function answerNode(view, item) {
		const { message } = view;
		const body = message
			? [
					message.content && node('div', { className: 'description' }, ...page.markdown(message.content)),
					...message.embeds.map(page.embedNode),
					...message.components.map((row) =>
						node('div', { className: 'buttons' }, ...row.components.map((button) => buttonNode(view, button, item))),
					),
				]
			: [node('div', { className: 'description' }, 'The application did not respond')];
		const only = !message || message.ephemeral ? ` · only ${view.user} sees this` : '';
		item.replaceChildren(
			node('div', { className: 'avatar', ariaHidden: 'true' }, 'D'),
			node(
				'div',
				{},
				node(
					'div',
					{ className: 'who' },
					'Dropwire',
					node('span', { className: 'app' }, 'APP'),
					node('small', {}, only),
				),
				...body,
			),
		);
	}

	function buttonNode(view, { custom_id: customId, label, disabled }, item) {
		const press = async () => {
			try {
				const pressed = await control('POST', '/discord/clicks', { interactionId: view.id, customId });
				const after = await settled(pressed);
				answerNode({ ...after, id: after.id }, item);
			} catch (error) {
				note(`That did not work: ${error.message}`);
			}
		};
		return node('button', { type: 'button', disabled, onclick: () => void press() }, label);
	}

	command.addEventListener('change', renderOptions);
	form.addEventListener('focusin', (event) => {
		if (event.target === command) void load();
	});
	form.addEventListener('submit', async (event) => {
		event.preventDefault();
		const item = node('li', { className: 'message ephemeral' });
		try {
			const begun = await control('POST', '/discord/commands', { ...where(), options: given() });
			page.show(item);
			item.textContent = 'Dropwire is thinking …';
			answerNode(await settled(begun), item);
			page.show(item);
			note('');
		} catch (error) {
			item.remove();
			note(`That did not work: ${error.message}`);
		}
	});
	void load();
	return { channelChanged: renderOptions };
}
