<#
.SYNOPSIS
Installs Crownhead's programs for one user of Windows. Nothing needs an administrator.

.DESCRIPTION
  powershell -ExecutionPolicy Bypass -File install.ps1 [-From PLACE] [-Version VERSION] [-Prefix DIR] [-Uninstall]

The archive must have the SHA-256 that SHA256SUMS says. Programs come to DIR\bin, which is added to
the user's Path; completions for PowerShell to DIR\share\powershell.

.PARAMETER From
An address or a folder that holds the archives and SHA256SUMS.

.PARAMETER Version
Like v1.0.0, if it is not the one of this file.

.PARAMETER Prefix
Where to install [default: LOCALAPPDATA\Crownhead].
#>
param(
    [string]$From = '@ADDRESS@',
    [string]$Version = '@VERSION@',
    [string]$Prefix = (Join-Path $env:LOCALAPPDATA 'Crownhead'),
    [switch]$Uninstall
)
$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue' # Windows PowerShell fetches ten times slower with it
$bin = Join-Path $Prefix 'bin'

function Get-UserPath {
    @([Environment]::GetEnvironmentVariable('Path', 'User') -split ';' | Where-Object { $_ })
}

function Set-UserPath($folders) {
    [Environment]::SetEnvironmentVariable('Path', ($folders -join ';'), 'User')
}

if ($Uninstall) {
    if (-not (Test-Path (Join-Path $bin 'crownhead.exe'))) { throw "Nothing is installed in $Prefix." }
    Remove-Item -Recurse -Force $bin, (Join-Path $Prefix 'share') -ErrorAction SilentlyContinue
    Set-UserPath (Get-UserPath | Where-Object { $_ -ne $bin })
    Write-Output "uninstalled from $Prefix"
    exit 0
}
if ($From -match '^@|/ORGANIZATION/') {
    throw 'This file does not know where releases lie: name an address or a folder with -From PLACE.'
}
if ($Version -match '^@') {
    throw 'This file does not know its version: name one with -Version, like v1.0.0.'
}
if (-not [Environment]::Is64BitOperatingSystem) {
    throw 'The programs are for Windows of 64 bits.'
}

# Windows on ARM runs programs for x86_64, too. Who builds with mingw gets the second name.
$names = 'msvc', 'gnu' | ForEach-Object { "crownhead-$Version-x86_64-pc-windows-$_" }
$work = Join-Path ([IO.Path]::GetTempPath()) ([Guid]::NewGuid())
New-Item -ItemType Directory $work | Out-Null
try {
    function Get-ReleaseFile($name) {
        $to = Join-Path $work $name
        if ($From -match '^https?://') {
            [Net.ServicePointManager]::SecurityProtocol = 'Tls12'
            Invoke-WebRequest -UseBasicParsing "$From/$name" -OutFile $to
        } else {
            Copy-Item (Join-Path $From $name) $to
        }
        $to
    }

    $sums = Get-Content (Get-ReleaseFile 'SHA256SUMS')
    $name = $null
    foreach ($each in $names) {
        $line = $sums | Where-Object { $_ -match "^([0-9a-f]{64}) [ *]$([regex]::Escape("$each.zip"))$" }
        if ($line) { $name = $each; $expected = ($line -split ' ')[0]; break }
    }
    if (-not $name) { throw "SHA256SUMS names no archive of $Version for Windows." }
    $archive = Get-ReleaseFile "$name.zip"
    if ((Get-FileHash -Algorithm SHA256 $archive).Hash -ne $expected) {
        throw "$name.zip is damaged: its SHA-256 is not the one of SHA256SUMS. Fetch it again."
    }
    Expand-Archive $archive $work
    New-Item -ItemType Directory -Force $Prefix | Out-Null
    foreach ($folder in 'bin', 'share') {
        Copy-Item -Recurse -Force (Join-Path (Join-Path $work $name) $folder) $Prefix
    }
    Copy-Item (Join-Path (Join-Path $work $name) 'LICENSE*') (Join-Path $Prefix 'share')
} finally {
    Remove-Item -Recurse -Force $work
}
if ((Get-UserPath) -notcontains $bin) {
    Set-UserPath (@(Get-UserPath) + $bin)
    Write-Output "$bin is in your Path now: open a new terminal."
}
Write-Output "Crownhead $Version is installed in $bin."
Write-Output "PowerShell completes commands after this line in `$PROFILE:"
Write-Output "  Get-ChildItem '$(Join-Path $Prefix 'share\powershell\*.ps1')' | ForEach-Object { . `$_ }"
Write-Output 'Next: crownhead play, crownhead --help'
