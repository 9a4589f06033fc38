import type { CommandTexts } from '../types.ts';

export const commands: CommandTexts = {
	setup: {
		name: 'configurar',
		description: 'Envia vários assuntos de várias regiões para um canal',
		options: {
			channel: { name: 'canal', description: 'O canal, tópico ou fórum de destino (padrão: este canal)' },
		},
	},
	link: {
		name: 'vincular',
		description: 'Envia um assunto para um canal, um tópico ou um fórum',
		options: {
			region: { name: 'região', description: 'A região monitorada' },
			topic: { name: 'assunto', description: 'O assunto enviado' },
			channel: { name: 'canal', description: 'O canal, tópico ou fórum de destino (padrão: este canal)' },
			role: { name: 'cargo', description: 'O cargo que as mensagens mencionam' },
			include: { name: 'incluir', description: 'Só produtos com uma destas palavras, separadas por vírgulas' },
			exclude: { name: 'excluir', description: 'Nenhum produto com uma destas palavras, separadas por vírgulas' },
			sizes: { name: 'tamanhos', description: 'Só estes tamanhos, separados por vírgulas' },
			min_discount: { name: 'desconto_mín', description: 'Só a partir deste desconto, em porcentagem' },
			max_price: { name: 'preço_máx', description: 'Só até este preço, na moeda da loja' },
			post_name: {
				name: 'nome_da_publicação',
				description: 'Nome das publicações do fórum, com {title}, {sku} ou {brand} (padrão: {title})',
			},
		},
	},
	edit: {
		name: 'editar',
		description: 'Muda o que um vínculo envia: filtros, menções, horário de silêncio',
		options: { link: { name: 'vínculo', description: 'O vínculo a editar' } },
	},
	unlink: {
		name: 'desvincular',
		description: 'Remove um vínculo: o canal deixa de receber o assunto',
		options: { link: { name: 'vínculo', description: 'O vínculo a remover' } },
	},
	links: {
		name: 'vínculos',
		description: 'Lista os vínculos deste servidor, para testar, pausar, editar e remover',
	},
	topics: {
		name: 'assuntos',
		description: 'Lista os assuntos de uma região e os canais que os recebem',
		options: { region: { name: 'região', description: 'A região' } },
	},
	test: {
		name: 'testar',
		description: 'Envia uma mensagem de teste por um vínculo',
		options: { link: { name: 'vínculo', description: 'O vínculo a testar' } },
	},
	product: {
		name: 'produto',
		description: 'Mostra o status, o preço e os tamanhos de um produto',
		options: {
			sku: { name: 'sku', description: 'O SKU; ou digite palavras do título e escolha uma sugestão' },
			region: { name: 'região', description: 'Uma região em detalhes (padrão: resumo de todas as regiões)' },
		},
	},
	drops: {
		name: 'lançamentos',
		description: 'Lista os lançamentos de uma região por dia',
		options: {
			region: { name: 'região', description: 'A região (padrão: Estados Unidos)' },
			brand: { name: 'marca', description: 'Somente esta marca (padrão: todas)' },
			days: { name: 'dias', description: 'Quantos dias à frente (padrão: 30)' },
		},
	},
	'drops-events': {
		name: 'eventos-lançamentos',
		description: 'Mantém os eventos deste servidor em dia com os lançamentos',
		options: {
			state: { name: 'estado', description: 'Manter os eventos (padrão: ver o ajuste)' },
			region: { name: 'região', description: 'Os lançamentos desta região (padrão: os dos assuntos de lançamentos)' },
		},
		choices: { on: 'ativados', off: 'desativados' },
	},
	watch: {
		name: 'acompanhar',
		description: 'Avisa você quando um produto muda',
		options: {
			product: { name: 'produto', description: 'O SKU ou palavras do título; escolha uma sugestão' },
			sizes: { name: 'tamanhos', description: 'Só estes tamanhos, separados por vírgulas (padrão: todos)' },
			region: { name: 'região', description: 'Só esta região (padrão: todas)' },
			max_price: { name: 'preço_máx', description: 'Só até este preço, na moeda da região (USD sem região)' },
		},
	},
	watches: {
		name: 'acompanhamentos',
		description: 'Lista os produtos que você acompanha, para silenciar, pausar e remover',
	},
	why: {
		name: 'porque',
		description: 'Diz por que uma mensagem sobre um produto chegou ou não',
		options: {
			product: { name: 'produto', description: 'O SKU ou palavras do título; escolha uma sugestão' },
			when: { name: 'quando', description: 'Minutos atrás, HH:MM de hoje na região ou horário ISO (padrão: agora)' },
			region: { name: 'região', description: 'A região (padrão: a primeira em que o produto é verificado)' },
		},
	},
	account: { name: 'conta', description: 'Mostra o que está armazenado sobre você, para exportar e apagar' },
	resale: {
		name: 'revenda',
		description: 'Mostra quanto os mercados de revenda pagam por tamanho',
		options: {
			sku: { name: 'sku', description: 'O SKU; ou digite palavras do título e escolha uma sugestão' },
			brand: { name: 'marca', description: 'A marca (padrão: Nike)' },
			region: { name: 'região', description: 'A região do preço cheio e do eBay (padrão: Estados Unidos)' },
		},
	},
	stores: {
		name: 'lojas',
		description: 'Mostra o que as lojas físicas próximas têm de um produto',
		options: {
			sku: { name: 'sku', description: 'O SKU; ou digite palavras do título e escolha uma sugestão' },
			near: { name: 'lugar', description: 'A cidade ou o CEP' },
			brand: { name: 'marca', description: 'A marca (padrão: Nike)' },
			region: { name: 'região', description: 'A região das lojas (padrão: Estados Unidos)' },
		},
	},
	connect: { name: 'cargos', description: 'Mostra onde vincular seus cargos nos servidores ao que você tem aqui' },
	found: {
		name: 'achados',
		description: 'Lista os produtos mais novos encontrados por palavras-chave (só operadores)',
	},
	notices: {
		name: 'avisos',
		description: 'Mostra ou muda os avisos que este servidor recebe',
		options: {
			shops: { name: 'lojas', description: 'Avisos de lojas que não podem ser consultadas (padrão: ver o ajuste)' },
			links: { name: 'vínculos', description: 'Avisos de vínculos que param de funcionar (padrão: ver o ajuste)' },
		},
		choices: { on: 'ativados', off: 'desativados' },
	},
	status: {
		name: 'status',
		description: 'Mostra as mensagens deste servidor, o que é monitorado e as permissões que faltam',
	},
	help: { name: 'ajuda', description: 'Lista todos os comandos' },
};
