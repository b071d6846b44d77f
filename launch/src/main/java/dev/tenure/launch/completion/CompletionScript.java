package dev.tenure.launch.completion;

/// The scripts that complete the words of `tenure`: one in bash, from 3.2 on, and in zsh, one in fish, from
/// 3.4 on, one in PowerShell. At each word they ask the program itself, as kubectl does of its plugins.
public final class CompletionScript {
    /// The first word of a command line that asks what may come next.
    public static final String ASK = "__complete";

    /// Ends with a line end of Unix. What one shell alone understands stands in quotes or is not reached by
    /// the other.
    static final String TEXT = """
            # Completes the words of tenure in bash and zsh: source <(tenure completion)

            # The lines of the answer are candidates, with what they mean behind a tab; the last one says what else may stand
            # there: :0 is files, :4 nothing.
            _tenure_bash() {
              local line words last before candidate files=
              line=${COMP_LINE:0:COMP_POINT}
              line=${line#"${COMP_WORDS[0]}"}
              read -ra words <<< "$line"
              case $line in *[[:space:]]) words+=('') ;; esac
              last=${words[${#words[@]}-1]}
              # what stands before one of these characters, readline keeps
              before=${last%"${last##*[=:]}"}
              COMPREPLY=()
              while IFS=$'\t' read -r candidate _; do
                case $candidate in
                  :0) files=yes ;;
                  :*) ;;
                  "$last"*) COMPREPLY+=("${candidate#"$before"}") ;;
                esac
              done < <("${COMP_WORDS[0]/#\\~/$HOME}" __complete "${words[@]}" 2> /dev/null)
              if [ -n "$files" ]; then
                compopt -o filenames 2> /dev/null
                while IFS= read -r candidate; do
                  COMPREPLY+=("$candidate")
                done < <(compgen -f -- "${last#"$before"}")
              fi
            }

            _tenure_zsh() {
              local candidate meaning files
              local -a asked described
              asked=("${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}")
              while IFS=$'\t' read -r candidate meaning; do
                case $candidate in
                  :0) files=yes ;;
                  :*) ;;
                  *) described+=("${candidate//:/\\:}:$meaning") ;;
                esac
              done < <("${(Q)words[1]/#\\~/$HOME}" __complete "${asked[@]}" 2> /dev/null)
              [ -z "$described" ] || _describe -V 'tenure' described
              if [ -n "$files" ]; then
                compset -P '--[^=]*='
                _files
              fi
            }

            if [ -n "${ZSH_VERSION:-}" ]; then
              whence compdef > /dev/null || { autoload -Uz compinit && compinit; }
              compdef _tenure_zsh tenure
            else
              complete -F _tenure_bash tenure
            fi
            """;

    /// For fish, which shares no syntax with the others. It shows what stands behind a tab beside a
    /// candidate.
    static final String FISH = """
            # Completes the words of tenure in fish: tenure completion fish | source

            # The lines of the answer are candidates, with what they mean behind a tab; the last one says what else may stand
            # there: :0 is files, :4 nothing.
            function _tenure_fish
                set -l words (commandline --tokenize --cut-at-cursor --current-process)
                set -l last (commandline --current-token --cut-at-cursor)
                set -l program (string replace --regex '^~(?=/|$)' $HOME -- $words[1])
                set -e words[1]
                for line in ($program __complete $words "$last" 2>/dev/null)
                    switch $line
                        case ':0'
                            set -l before (string match --regex -- '^--[^=]*=' $last)
                            for file in (__fish_complete_path (string replace --regex -- '^--[^=]*=' '' $last))
                                echo -- "$before"$file
                            end
                        case ':*'
                        case '*'
                            echo -- $line
                    end
                end
            end

            complete --command tenure --no-files --arguments '(_tenure_fish)'
            """;

    /// For PowerShell, from 5 on. An empty last word is told apart by what stands before the cursor, since
    /// the syntax tree has none; before 7.3 an empty argument of a program must be quoted twice.
    static final String POWERSHELL = """
            # Completes the words of tenure in PowerShell: tenure completion powershell | Out-String | Invoke-Expression

            # The lines of the answer are candidates, with what they mean behind a tab; the last one says what else may stand
            # there: :0 is files, :4 nothing.
            Register-ArgumentCompleter -Native -CommandName tenure -ScriptBlock {
                param($wordToComplete, $commandAst, $cursorPosition)
                $before = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition })
                $words = @($before | Select-Object -Skip 1 | ForEach-Object { $_.Extent.Text.Trim("'", '"') })
                $last = $wordToComplete.Trim("'", '"')
                $empty = if ($PSVersionTable.PSVersion -lt [version]'7.3') { '""' } else { '' }
                $words += if ($last) { $last } else { $empty }
                $program = $commandAst.CommandElements[0].Extent.Text.Trim("'", '"')
                foreach ($line in @(& $program __complete @words 2>$null)) {
                    $candidate, $meaning = $line -split "`t", 2
                    if ($candidate -eq ':0') {
                        $option = if ($last -match '^--[^=]*=') { $Matches[0] } else { '' }
                        $path = $last.Substring($option.Length)
                        foreach ($file in [System.Management.Automation.CompletionCompleters]::CompleteFilename($path)) {
                            [System.Management.Automation.CompletionResult]::new(
                                $option + $file.CompletionText, $file.ListItemText, 'ProviderItem', $file.ToolTip)
                        }
                    } elseif ($candidate -and -not $candidate.StartsWith(':') -and $candidate.StartsWith($last)) {
                        if (-not $meaning) { $meaning = $candidate }
                        [System.Management.Automation.CompletionResult]::new($candidate, $candidate, 'ParameterValue', $meaning)
                    }
                }
            }
            """;

    private CompletionScript() {}
}
