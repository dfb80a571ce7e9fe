-- Run by neovim.test.ts: `SUNSET_PROGRAM` is the program, the working directory the project.
local root = vim.loop.cwd()
local id = vim.lsp.start_client({
  name = 'sunset-lint',
  cmd = { 'node', os.getenv('SUNSET_PROGRAM'), 'lsp' },
  root_dir = root,
  workspace_folders = { { uri = vim.uri_from_fname(root), name = 'project' } },
})

local function open(name)
  vim.cmd('edit! ' .. name)
  local buffer = vim.api.nvim_get_current_buf()
  vim.lsp.buf_attach_client(buffer, id)
  return buffer
end

local function print_lines(name, buffer, count)
  vim.wait(20000, function() return #vim.diagnostic.get(buffer) == count end, 50)
  local lines = vim.tbl_map(function(found) return found.lnum + 1 end, vim.diagnostic.get(buffer))
  io.stdout:write(name .. ' ' .. table.concat(lines, ',') .. '\n')
end

local shell = open('a.sh')
print_lines('opened', shell, 1)
vim.api.nvim_buf_set_lines(shell, 0, 0, false, { '# A line above.' })
vim.wait(1500)
print_lines('moved', shell, 1)
vim.api.nvim_buf_set_lines(shell, 0, -1, false, { 'true' })
print_lines('mended', shell, 0)

local python = open('b.py')
print_lines('opened', python, 1)
local at = { line = 1, character = 20 }
local answers = vim.lsp.buf_request_sync(python, 'textDocument/codeAction', {
  textDocument = { uri = vim.uri_from_bufnr(python) },
  range = { start = at, ['end'] = at },
  context = { diagnostics = {} },
}, 10000)
for _, answer in pairs(answers) do
  vim.lsp.util.apply_workspace_edit(answer.result[1].edit, 'utf-16')
end
print_lines('excepted', python, 0)
vim.lsp.stop_client(id)
vim.cmd('qa!')
